import type { LocalText } from '../base/locale.js';

export const photoSizes = [
  'original',
  'logo',
  'gallery',
  'gallery_thumb',
  'venue_gallery',
  'search_thumb',
  'res_ticket',
  'hub_frontpage',
] as const;
export type PhotoSize = (typeof photoSizes)[number];

/** One file of a photo; `url` is absolute, or a path of the site. */
export interface PhotoFile {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface Photo {
  /** What is to be seen, for those who cannot. */
  readonly alt?: LocalText;
  readonly sizes: { readonly original: PhotoFile } & { readonly [Size in PhotoSize]?: PhotoFile };
}
