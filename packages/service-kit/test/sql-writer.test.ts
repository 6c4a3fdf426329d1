import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { arrayLiteral, insertRows } from '#/db/insert-rows.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { openWriter, type SqlWriter } from '#/db/sql-writer.ts';

const COLUMNS = { id: 'integer', amount: 'bigint', word: 'text', words: 'text[]', bytes: 'bytea', yes: 'boolean' };
/** What text formats trip over. */
const WORDS = ['', 'NULL', '\\N', '\\.', 'a\tb', 'c\nd\r\n', 'e\\f', '{g,"h"}', 'ü€𝄞', "i'j", '\\x00'];

let database: TestDatabase;
let writer: SqlWriter;

beforeEach(async () => {
  database = await createTestDatabase({ service: 'accounts' });
  writer = openWriter(database.url);
  await writer.$executeRawUnsafe(
    'CREATE TABLE written (id integer PRIMARY KEY, amount bigint, word text, words text[], bytes bytea, yes boolean)',
  );
});
afterEach(async () => {
  await writer.$disconnect();
  await database.drop();
});

/** More than are worth a COPY. */
function rows(): unknown[][] {
  return Array.from({ length: 100 }, (_, id) => {
    const word = WORDS[id % WORDS.length];
    const bytes = id % 7 === 0 ? `\\x${'0aff'.repeat(id % 3)}` : new Uint8Array([id, 0, 255]);
    return [
      id,
      2n ** 62n - BigInt(id),
      id % 5 === 0 ? null : word,
      arrayLiteral(WORDS.slice(id % 4)),
      bytes,
      id % 2 === 0,
    ];
  });
}

function read(db: SqlExecutor): PromiseLike<Record<string, unknown>[]> {
  return db.$queryRawUnsafe('SELECT * FROM written ORDER BY id');
}

test('COPY writes what INSERT writes', async () => {
  const without = (tx: SqlExecutor): SqlExecutor => ({
    $queryRawUnsafe: tx.$queryRawUnsafe,
    $executeRawUnsafe: tx.$executeRawUnsafe,
  });
  await writer.$transaction((tx) => insertRows(without(tx), 'written', COLUMNS, rows()));
  const inserted = await read(writer);
  await writer.$executeRawUnsafe('DELETE FROM written');
  const copied = await writer.$transaction((tx) => {
    expect(tx.$copyFrom).toBeDefined();
    return insertRows(tx, 'written', COLUMNS, rows());
  });
  expect(copied).toBe(100);
  expect(await read(writer)).toEqual(inserted);
  expect(inserted[1]).toMatchObject({ amount: 2n ** 62n - 1n, word: 'NULL', words: WORDS.slice(1), yes: false });
});

test('a throw leaves nothing behind, a row that does not fit neither, and the next transaction works', async () => {
  await expect(
    writer.$transaction(async (tx) => {
      await insertRows(tx, 'written', COLUMNS, rows());
      throw new Error('after the rows');
    }),
  ).rejects.toThrow('after the rows');
  await expect(writer.$transaction((tx) => insertRows(tx, 'written', COLUMNS, [...rows(), ...rows()]))).rejects.toThrow(
    /duplicate key/,
  );
  expect(await read(writer)).toEqual([]);
  await writer.$transaction((tx) => insertRows(tx, 'written', COLUMNS, rows()));
  expect(await read(writer)).toHaveLength(100);
});

test('a connection that is lost in the middle rejects, leaves nothing behind, and is replaced', async () => {
  const lost = writer.$transaction(async (tx) => {
    await insertRows(tx, 'written', COLUMNS, rows());
    const [backend] = await tx.$queryRawUnsafe<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
    await writer.$queryRawUnsafe('SELECT pg_terminate_backend($1)', backend?.pid);
    return insertRows(tx, 'written', COLUMNS, [[1000, 1n, 'x', '{}', null, null]]);
  });
  await expect(lost).rejects.toThrow();
  expect(await read(writer)).toEqual([]);
  await writer.$transaction((tx) => insertRows(tx, 'written', COLUMNS, rows()));
  expect(await read(writer)).toHaveLength(100);
});
