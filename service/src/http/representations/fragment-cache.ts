import type { JsonText, View } from '../../base/view.js';
import type { Represent } from './represent.js';

/** Some 200 MB when every text is plain ASCII: more than a busy region of a large catalogue needs. */
const maxCharacters = 200_000_000;

/**
 * Keeps the text of records that never change, such as the locations of one generation of the catalogue: serialised once
 * per view, and gone with the record. When full it starts afresh, which costs one serialisation each.
 */
export const cached = <T extends object>(write: Represent<T>, limit = maxCharacters): Represent<T> => {
  let views = new WeakMap<View, WeakMap<T, JsonText>>();
  let characters = 0;
  /** Of the view that was written for last: the many records of one answer follow each other. */
  let current: { readonly view: View; readonly texts: WeakMap<T, JsonText> } | undefined;

  const textsFor = (view: View): WeakMap<T, JsonText> => {
    if (current?.view === view) return current.texts;
    const texts = views.get(view) ?? new WeakMap<T, JsonText>();
    views.set(view, texts);
    current = { view, texts };
    return texts;
  };

  const keep = (record: T, view: View, text: JsonText): void => {
    if (characters + text.length > limit) {
      views = new WeakMap();
      current = undefined;
      characters = 0;
    }
    textsFor(view).set(record, text);
    characters += text.length;
  };

  return (record, view) => {
    const known = textsFor(view).get(record);
    if (known !== undefined) return known;
    // A string that was put together is a tree until it is copied; what is kept is copied once, here.
    const text = Buffer.from(write(record, view)).toString();
    keep(record, view, text);
    return text;
  };
};
