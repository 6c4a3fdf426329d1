import type { TimedPlace } from '@ledgergraph/graph-kit/block-place';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { findAppliedByHash } from '#/chain/applied-blocks.ts';
import { advanceCursor, type Cursor, CursorMovedError, findCursor, rewindCursor } from '#/chain/cursor.ts';
import { insertRemoved } from '#/chain/removed-blocks.ts';
import { createSqlClient, type TestSqlClient } from './sql-client.ts';

const CHAIN = 'iTestChain';
const PLACES = ['00', '11', '22', '33', '44'].map(
  (byte, height): TimedPlace => ({ height, hash: byte.repeat(32), time: height }),
);
const NEXT: TimedPlace[] = [{ height: 5, hash: 'ab'.repeat(32), time: 5 }];

let db: TestSqlClient;
let drop: () => Promise<void>;
let cursor: Cursor;

beforeEach(async () => {
  const database = await createTestDatabase({ service: 'identities' });
  drop = database.drop;
  db = createSqlClient(database.url);
  cursor = await advanceCursor(db, CHAIN, null, PLACES);
});
afterEach(async () => {
  await db.close();
  await drop();
});

test('a cursor is found where it was moved to', async () => {
  expect(cursor).toMatchObject({ height: 4, hash: '44'.repeat(32) });
  expect(await findCursor(db, CHAIN)).toEqual(cursor);
});

test('a cursor moves only from where its mover believes it to stand', async () => {
  for (const stale of [null, { ...cursor, height: 3 }, { ...cursor, hash: 'cd'.repeat(32) }]) {
    await expect(advanceCursor(db, CHAIN, stale, NEXT)).rejects.toThrow(CursorMovedError);
  }
  const elsewhere = { height: 4, hash: 'cd'.repeat(32) };
  await expect(db.$transaction((tx) => rewindCursor(tx, CHAIN, elsewhere, 2))).rejects.toThrow(CursorMovedError);
  expect(await findCursor(db, CHAIN)).toEqual(cursor);
});

test('a cursor that went elsewhere and came back is no longer where rows were read from', async () => {
  await db.$transaction((tx) => rewindCursor(tx, CHAIN, cursor, 3));
  const cameBack = await advanceCursor(db, CHAIN, await findCursor(db, CHAIN), PLACES.slice(4));
  expect(cameBack).toMatchObject({ height: 4, hash: cursor.hash });
  await expect(advanceCursor(db, CHAIN, cursor, NEXT)).rejects.toThrow(CursorMovedError);
  expect(await advanceCursor(db, CHAIN, cameBack, NEXT)).toMatchObject({ height: 5 });
});

test('a block that leaves the chain is known as removed until it comes back, one that never came is not known', async () => {
  const removed = async (hash: string) => (await findAppliedByHash(db, CHAIN, hash))?.removed;
  const [old, other] = [cursor.hash, 'ef'.repeat(32)];
  expect([await removed(old), await removed(other)]).toEqual([false, undefined]);
  await rewindCursor(db, CHAIN, cursor, 3);
  expect([await removed(old), await removed(other)]).toEqual([true, undefined]);
  const below = await findCursor(db, CHAIN);
  await advanceCursor(db, CHAIN, below, [{ height: 4, hash: other, time: 4 }]);
  expect([await removed(old), await removed(other)]).toEqual([true, false]);
  await rewindCursor(db, CHAIN, { height: 4, hash: other }, 3);
  await advanceCursor(db, CHAIN, await findCursor(db, CHAIN), PLACES.slice(4));
  expect([await removed(old), await removed(other)]).toEqual([false, true]);
  await rewindCursor(db, CHAIN, cursor, 3);
  expect([await removed(old), await removed(other)]).toEqual([true, true]);
  expect(await findAppliedByHash(db, 'iOtherChain', old)).toBeNull();
});

test('blocks that a database has lost are noted as removed once, with their times', async () => {
  const lost = [{ height: 4, hash: 'ef'.repeat(32), time: 2 ** 32 - 1 }];
  for (const _ of [1, 2]) await insertRemoved(db, CHAIN, lost);
  expect(await findAppliedByHash(db, CHAIN, 'ef'.repeat(32))).toMatchObject({ height: 4, removed: true });
  const rows = await db.$queryRawUnsafe('SELECT height, time::bigint::text AS time FROM removed_block');
  expect(rows).toEqual([{ height: 4, time: `${2 ** 32 - 1}` }]);
});
