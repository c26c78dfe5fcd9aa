import { Type } from 'typebox';
import { say } from '../../../base/locale.js';
import type { JsonText, View } from '../../../base/view.js';
import type { Location } from '../../../catalogue/location.js';
import { type Photo, type PhotoFile, photoSizes } from '../../../catalogue/photo.js';
import { array, number, object, text } from '../json-text.js';

const fileSchema = Type.Object({ URL: Type.String(), width: Type.Integer(), height: Type.Integer() });

export const photosSchema = Type.Array(
  Type.Object({
    position: Type.Integer({ minimum: 0 }),
    alt: Type.Optional(Type.String()),
    sizes: Type.Object(Object.fromEntries(photoSizes.map((size) => [size, fileSchema]))),
  }),
);

/** Paths are those of our site. */
const file = ({ url, width, height }: PhotoFile, { siteUrl }: View): JsonText =>
  object({
    URL: text(url.startsWith('/') ? siteUrl + url : url),
    width: number(width),
    height: number(height),
  });

/** Every size that clients know is there: where nobody made a smaller file, it is the original. */
const photo = ({ alt, sizes }: Photo, position: number, view: View): JsonText =>
  object({
    position: number(position),
    alt: alt === undefined ? undefined : text(say(alt, view.locale)),
    sizes: object(
      Object.fromEntries(photoSizes.map((size) => [size, file(sizes[size] ?? sizes.original, view)])),
    ),
  });

export const photos = ({ photos: known = [] }: Location, view: View): JsonText =>
  array(known.map((each, index) => photo(each, index, view)));
