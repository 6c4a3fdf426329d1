import { databaseFault } from './database-fault.ts';

test.each([
  ['a write on a demoted server', { code: '25006' }],
  ['the same below Prisma', { meta: { driverAdapterError: { cause: { kind: 'postgres', originalCode: '25006' } } } }],
  ['a disk without room, at a read', { meta: { driverAdapterError: { cause: { originalCode: '53100' } } } }],
  ['a server without memory', { code: '53200' }],
  ['a search in vain', { code: '08001', severity: 'FATAL' }],
  ['a refused connection', { code: 'ECONNREFUSED' }],
  ['a server without an answer', new Error('Query read timeout')],
  ['a server that cannot be connected to', new Error('timeout expired')],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
  ['a connection that has just been ended', new Error('Client was closed and is not queryable')],
])('%s is a database that is away', (_, error) => {
  expect(databaseFault(error)).toBe('away');
});

test('a transaction that is not over in its time is slow', () => {
  expect(databaseFault({ code: 'P2028' })).toBe('slow');
});

test.each([
  ['a statement that is wrong', { code: '42601', message: 'syntax error' }],
  ['one that is larger than a limit of the server', { code: '53400' }],
])('%s is no absence', (_, error) => {
  expect(databaseFault(error)).toBeUndefined();
});
