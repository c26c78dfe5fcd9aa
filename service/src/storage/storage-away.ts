/** The driver's names for a server that cannot be reached or has gone. By name: the driver is not loaded where SQLite serves. */
const driverNames: ReadonlySet<string> = new Set([
  'MongoClientClosedError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoServerSelectionError',
  'MongoStalePrimaryError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoWriteConcernError',
  'PoolClearedOnNetworkError',
]);

/** The server's codes for "shutting down" and "not the primary now" (SDAM specification), and for a member that did not follow in time. */
const serverCodes: ReadonlySet<unknown> = new Set([
  6, 7, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/** A disk that is full, broken, or no longer writable. */
const sqliteCodes = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;

/** The storage failed for now, whoever asked and whatever was asked: the same request may do later. */
export const isStorageAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  if (error.name === 'SqliteError') return typeof code === 'string' && sqliteCodes.test(code);
  return driverNames.has(error.name) || (error.name.startsWith('Mongo') && serverCodes.has(code));
};
