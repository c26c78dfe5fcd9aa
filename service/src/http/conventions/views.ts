import type { Locale } from '../../base/locale.js';
import { kindsIn, type Shows } from '../../base/shows.js';
import type { ApiVersion, JsonText, View } from '../../base/view.js';
import { isChosen, readFields } from './fields.js';
import { isEmbedded, readZoom } from './zoom.js';

export interface ViewRequest {
  readonly version: ApiVersion;
  readonly locale: Locale;
  readonly siteUrl: string;
  readonly isLicensed: boolean;
  readonly shows: Shows;
  readonly fields: string;
  readonly zoom: string;
}

export type ViewFor = (request: ViewRequest) => View;

const curiesText = (curie: string, baseUrl: string, siteUrl: string): JsonText =>
  JSON.stringify([
    { name: curie, href: `${baseUrl}/{rel}`, templated: true },
    { name: 'site', href: `${siteUrl}/{rel}`, templated: true },
  ]);

/** Relations of a record, and of those that can stand in it. */
const relationsIn = (shows: Shows): readonly string[] =>
  kindsIn([shows]).flatMap(({ relations }) => Object.keys(relations));

const createView = (request: ViewRequest, curie: string): View => {
  const { version, locale, siteUrl, isLicensed, shows } = request;
  const baseUrl = `${siteUrl}/${version}`;
  const choice = readFields(request.fields, shows.kind);
  const zoom = readZoom(request.zoom, curie, relationsIn(shows));
  return {
    version,
    locale,
    siteUrl,
    baseUrl,
    curie,
    curies: curiesText(curie, baseUrl, siteUrl),
    isLicensed,
    shows: (kind, field, groups) => isChosen(choice, kind, field, groups),
    names: (kind) => choice.has(kind),
    embeds: (relation, isDefault) => isEmbedded(zoom, relation, isDefault),
  };
};

/** Equal requests get the same view, whose fragments are then ready; only the last few are kept, so that odd requests cannot fill the memory. */
export const createViews = (curie: string, kept: number): ViewFor => {
  const views = new Map<string, View>();
  return (request) => {
    const { version, locale, siteUrl, isLicensed, shows, fields, zoom } = request;
    const key = `${version}\n${locale}\n${siteUrl}\n${isLicensed}\n${shows.kind}\n${fields}\n${zoom}`;
    const view = views.get(key) ?? createView(request, curie);
    views.delete(key);
    views.set(key, view);
    const [oldest] = views.keys();
    if (views.size > kept && oldest !== undefined) views.delete(oldest);
    return view;
  };
};
