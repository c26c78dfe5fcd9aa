import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { DuplicateKey } from '../../src/storage/errors.js';
import { isStorageAway } from '../../src/storage/storage-away.js';

const sqlite = (code: string): Error =>
  Object.assign(new Error('database or disk is full'), { name: 'SqliteError', code });

const away: readonly unknown[] = [
  new MongoNetworkError('connection closed'),
  Object.assign(new Error('none'), { name: MongoServerSelectionError.name }),
  new MongoServerError({ message: 'not primary', code: 10107 }),
  sqlite('SQLITE_FULL'),
  sqlite('SQLITE_IOERR_WRITE'),
  sqlite('SQLITE_READONLY'),
];

const bugs: readonly unknown[] = [
  new MongoServerError({ message: 'duplicate key', code: 11000 }),
  new DuplicateKey('_id'),
  sqlite('SQLITE_ERROR'),
  Object.assign(new Error('someone else'), { code: 91 }),
  new TypeError('x is not a function'),
  'text',
  undefined,
];

it('tells a storage that is away from a bug', () => {
  assert.deepEqual([...away, ...bugs].map(isStorageAway), [
    ...away.map(() => true),
    ...bugs.map(() => false),
  ]);
});
