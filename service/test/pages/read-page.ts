import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** One element of a page, in document order. */
export interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** All text below it, runs of blanks as one. */
  readonly text: string;
}

const textBelow = (node: DefaultTreeAdapterTypes.Node): string => {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textBelow).join('') : '';
};

const elementsBelow = (node: DefaultTreeAdapterTypes.Node): readonly Element[] => {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsBelow) : [];
  if (!('tagName' in node)) return children;
  const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
  return [{ tag: node.tagName, attributes, text: textBelow(node).replace(/\s+/g, ' ').trim() }, ...children];
};

/** A page as a browser's parser sees it. */
export const elementsOf = (html: string): readonly Element[] => elementsBelow(parse(html));

export const withTag = (html: string, tag: string): readonly Element[] =>
  elementsOf(html).filter((element) => element.tag === tag);

/** The text of the first element with that tag; `undefined` where there is none. */
export const textOf = (html: string, tag: string): string | undefined => withTag(html, tag)[0]?.text;

/** Texts and addresses of the links in a page's body part. */
export const linksOf = (html: string): ReadonlyMap<string, string> =>
  new Map(withTag(html, 'a').map(({ text, attributes }) => [text, attributes.get('href') ?? '']));

/** Tags and the names of their attributes: what a page is made of, apart from its values. */
export const skeletonOf = (html: string): readonly string[] =>
  elementsOf(html).map(({ tag, attributes }) => [tag, ...attributes.keys()].join(' '));
