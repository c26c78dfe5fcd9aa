import { type Static, Type } from 'typebox';
import { Problem } from '../../base/problem.js';
import { raw } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import { isZone } from '../../base/zoned-time.js';
import { type ImportMapping, readMapping } from '../../catalogue/import/geojson/mapping.js';
import { ImportFault } from '../../catalogue/import/import-fault.js';
import type { ImportRequest } from '../../catalogue/import/import-files.js';
import type { ImportDefaults } from '../../catalogue/import/location-of-car-park.js';
import { isCurrency } from '../../catalogue/import/place.js';
import { ImportBusy } from '../../catalogue/import/publish.js';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.js';

const defaultsInput = Type.Object({
  ratePlan: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
  timezone: Type.Optional(Type.String()),
  capacity: Type.Optional(Type.Integer({ minimum: 1 })),
});
type SentDefaults = Static<typeof defaultsInput>;

const importInput = Type.Object({
  files: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), text: Type.String() }), {
    minItems: 1,
  }),
  /** What docs/import.md calls a mapping file. */
  mapping: Type.Optional(Type.Unknown()),
  defaults: Type.Optional(defaultsInput),
});
type SentImport = Static<typeof importInput>;

interface ImportRowOptions {
  readonly catalogue: Pick<OpenCatalogue, 'importFiles'>;
}

const maxImportBytes = 256 * 1024 * 1024;

const unknownDefault = (name: string): Problem =>
  new Problem('request_parameter_invalid', { fields: [`defaults.${name}`] });

const readDefaults = ({ currency, timezone, ...others }: SentDefaults): ImportDefaults => {
  if (currency !== undefined && !isCurrency(currency)) throw unknownDefault('currency');
  if (timezone !== undefined && !isZone(timezone)) throw unknownDefault('timezone');
  return {
    ...others,
    ...(currency === undefined ? {} : { currency }),
    ...(timezone === undefined ? {} : { timezone }),
  };
};

const faultIn = (field: string, { message }: ImportFault): Problem =>
  new Problem('request_parameter_invalid', { fields: [field], details: message });

const readSentMapping = (mapping: unknown): ImportMapping => {
  try {
    return readMapping(mapping, 'mapping');
  } catch (error) {
    throw error instanceof ImportFault ? faultIn('mapping', error) : error;
  }
};

const readImportRequest = ({ files, mapping, defaults = {} }: SentImport): ImportRequest => ({
  files: files.map(({ name, text }) => ({ name, content: text })),
  defaults: readDefaults(defaults),
  ...(mapping === undefined ? {} : { mapping: readSentMapping(mapping) }),
});

const problemOf = (error: unknown): unknown => {
  if (error instanceof ImportFault) return faultIn('files', error);
  return error instanceof ImportBusy
    ? new Problem('service_unavailable', { details: error.message, retryAfterSeconds: 5 })
    : error;
};

/** Imports through a running service: all files or none. */
export const createImportRows = ({ catalogue }: ImportRowOptions): readonly AnyRoute[] => [
  route({
    method: 'POST',
    path: '/imports',
    operation: 'operator.imports.run',
    summary: 'Imports car parks (GeoJSON) or a catalogue: all files or none.',
    access: 'operator',
    maxBodyBytes: maxImportBytes,
    input: importInput,
    run: async (request) => {
      try {
        return raw(200, await catalogue.importFiles(readImportRequest(request)));
      } catch (error) {
        throw problemOf(error);
      }
    },
  }),
];
