import type { TimedPlace } from '@ledgergraph/graph-kit/block-place';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { advanceCursor, type Cursor, CursorMovedError, findCursor, rewindCursor } from '#/chain/cursor.ts';
import { createSqlClient, type TestSqlClient } from './sql-client.ts';

const CHAIN = 'iTestChain';
const PLACES = ['00', '11', '22', '33', '44'].map(
  (byte, height): TimedPlace => ({ height, hash: byte.repeat(32), time: height }),
);
const NEXT: TimedPlace[] = [{ height: 5, hash: 'ab'.repeat(32), time: 5 }];

let db: TestSqlClient;
let drop: () => Promise<void>;
/** At height 4. */
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
