import { setImmediate as turn } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { insertRows, send } from '#/db/insert-rows.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { openWriter, type SqlWriter } from '#/db/sql-writer.ts';

const COLUMNS = { id: 'integer', word: 'text' };

let database: TestDatabase;
let writer: SqlWriter;

beforeEach(async () => {
  database = await createTestDatabase({ service: 'accounts' });
  writer = openWriter(database.url);
  await writer.$executeRawUnsafe('CREATE TABLE written (id integer PRIMARY KEY, word text)');
});
afterEach(async () => {
  await writer.$disconnect();
  await database.drop();
});

function rows(from: number, count = 100): unknown[][] {
  return Array.from({ length: count }, (_, index) => [from + index, `word ${from + index}`]);
}

/** All statements are queued before the first one is sent. @returns the checked numbers, in order */
async function write(tx: SqlExecutor, counts: number[]): Promise<void> {
  const note = (changed: number): unknown => counts.push(changed);
  await insertRows(tx, 'written', COLUMNS, rows(0));
  await send(tx, 'UPDATE written SET word = $1 WHERE id < $2', ['first', 10], note);
  await insertRows(tx, 'written', COLUMNS, rows(100));
  await send(tx, "DELETE FROM written WHERE word = 'first' RETURNING id", [], note);
  await send(tx, 'UPDATE written SET word = $1 WHERE id = ANY($2)', [null, [150, 151, 500]], note);
}

function count(db: SqlExecutor): Promise<number> {
  return Promise.resolve(
    db.$queryRawUnsafe<{ count: bigint }[]>('SELECT count(*) FROM written').then(([row]) => Number(row?.count)),
  );
}

test('statements that come together are done one after another, copies among them, and each check hears of its own', async () => {
  const counts: number[] = [];
  await writer.$transaction(async (tx) => {
    await write(tx, counts);
    expect(counts).toEqual([]);
    expect(await count(tx)).toBe(190);
    expect(counts).toEqual([10, 10, 2]);
    await write({ ...tx, $copyFrom: async () => undefined }, counts);
  });
  expect(counts).toEqual([10, 10, 2, 0, 0, 2]);
  expect(await count(writer)).toBe(190);
});

test('rows that are made while others are on their way to Postgres leave those as they were', async () => {
  const EACH = 20_000;
  // More than one piece each, so that memory goes from one copy to another.
  for (const first of [0, 5]) {
    await writer.$transaction(async (tx) => {
      for (let part = first; part < first + 5; part += 1) {
        await insertRows(tx, 'written', COLUMNS, rows(part * EACH, EACH));
        await turn();
      }
    });
  }
  const [row] = await writer.$queryRawUnsafe<{ right: bigint }[]>(
    "SELECT count(DISTINCT id) AS right FROM written WHERE word = 'word ' || id",
  );
  expect(Number(row?.right)).toBe(10 * EACH);
});

test.each([
  ['a copy', (tx: SqlExecutor) => insertRows(tx, 'written', COLUMNS, rows(50)), 'duplicate key'],
  ['a statement', (tx: SqlExecutor) => send(tx, 'UPDATE written SET id = 1', []), 'duplicate key'],
  [
    'a check',
    (tx: SqlExecutor) =>
      send(tx, 'UPDATE written SET word = NULL', [], (changed) => {
        throw new Error(`${changed} were not foreseen`);
      }),
    '100 were not foreseen',
  ],
  ['a value that cannot be sent', (tx: SqlExecutor) => send(tx, 'SELECT $1', [loop()]), 'circular'],
])(
  '%s that fails in the middle fails the transaction with its own reason, and the connection still works',
  async (_, fail, reason) => {
    const failing = writer.$transaction(async (tx) => {
      await insertRows(tx, 'written', COLUMNS, rows(0));
      await fail(tx);
      await insertRows(tx, 'written', COLUMNS, rows(0));
      await insertRows(tx, 'written', COLUMNS, rows(1_000, 20_000));
    });
    await expect(failing).rejects.toThrow(reason);
    expect(await count(writer)).toBe(0);
    await writer.$transaction((tx) => insertRows(tx, 'written', COLUMNS, rows(0)));
    expect(await count(writer)).toBe(100);
  },
);

function loop(): unknown {
  const value: Record<string, unknown> = {};
  value.itself = value;
  return value;
}
