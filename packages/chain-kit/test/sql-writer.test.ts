import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { insertRows, send } from '#/db/insert-rows.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { openWriter, type SqlWriter } from '#/db/sql-writer.ts';
import { TableRows } from '#/db/table-rows.ts';

const COLUMNS = {
  id: 'integer',
  amount: 'bigint',
  word: 'text',
  bytes: 'bytea',
  yes: 'boolean',
  words: 'text[]',
  small: 'smallint',
  huge: 'numeric',
  counts: 'integer[]',
  sums: 'bigint[]',
};
/** Characters that break text formats. */
const WORDS = ['', 'NULL', '\\N', '\\.', 'a\tb', 'c\nd\r\n', 'e\\f', '{g,"h"}', 'ü€𝄞', "i'j", '\\x00'];

let database: TestDatabase;
let writer: SqlWriter;

beforeEach(async () => {
  database = await createTestDatabase({ service: 'accounts' });
  writer = openWriter(database.url);
  await writer.$executeRawUnsafe(
    `CREATE TABLE written (id integer PRIMARY KEY, amount bigint, word text, words text[], bytes bytea, yes boolean,
                           small smallint, huge numeric(40, 0), counts integer[], sums bigint[])`,
  );
});
afterEach(async () => {
  await writer.$disconnect();
  await database.drop();
});

/** More than a COPY needs, and than one of its pieces holds. */
function rows(): unknown[][] {
  return Array.from({ length: 100 }, (_, id) => {
    const row: Record<keyof typeof COLUMNS, unknown> = {
      id,
      amount: -(2n ** 62n) + BigInt(id),
      word: id % 5 === 0 ? null : WORDS[id % WORDS.length],
      words: WORDS.slice(id % 4),
      bytes: id % 7 === 0 ? `\\x${'0aff'.repeat(id % 3)}` : new Uint8Array(id === 50 ? 600_000 : 3).fill(id),
      yes: id % 2 === 0,
      small: -id,
      huge: id === 0 ? 0n : BigInt(id % 2 === 0 ? id : -id) * 10n ** BigInt(id % 38),
      counts: id % 3 === 0 ? [] : [id],
      sums: id % 4 === 0 ? null : [BigInt(-id), 2n ** 60n],
    };
    return Object.keys(COLUMNS).map((name) => row[name as keyof typeof COLUMNS]);
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
  const picked = rows();
  await writer.$transaction((tx) => insertRows(without(tx), 'written', COLUMNS, picked));
  const inserted = await read(writer);
  await writer.$executeRawUnsafe('DELETE FROM written');
  await writer.$transaction((tx) => {
    expect(tx.$copyFrom).toBeDefined();
    return insertRows(tx, 'written', COLUMNS, picked);
  });
  expect(await read(writer)).toEqual(inserted);
  const texts = { word: 'NULL', yes: false, words: WORDS.slice(1) };
  const numbers = { amount: -(2n ** 62n) + 1n, small: -1, huge: '-10', counts: [1], sums: [-1n, 2n ** 60n] };
  expect(inserted[1]).toMatchObject({ ...texts, ...numbers });
});

test.each([
  ['few rows', 3],
  ['many rows', 100],
])('%s that are collected before are written as they were then', async (_, count) => {
  const collected = new TableRows('written', COLUMNS);
  for (const row of rows().slice(0, count)) collected.add(row);
  await writer.$transaction((tx) => collected.insert(tx));
  const written = await read(writer);
  await writer.$executeRawUnsafe('DELETE FROM written');
  await writer.$transaction((tx) => insertRows(tx, 'written', COLUMNS, rows().slice(0, count)));
  expect(written).toHaveLength(count);
  expect(await read(writer)).toEqual(written);
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

test.each([
  ['integer', 2 ** 31],
  ['integer', 0.5],
  ['smallint', -(2 ** 15) - 1],
  ['bigint', 2n ** 63n],
])('a number that %s does not hold is refused: %s', async (type, value) => {
  const tooMany = Array.from({ length: 30 }, () => [value]);
  const columns = { [type === 'bigint' ? 'amount' : 'small']: type };
  await expect(writer.$transaction((tx) => insertRows(tx, 'written', columns, tooMany))).rejects.toThrow(RangeError);
  expect(await read(writer)).toEqual([]);
});

test.each(['0aff', '\\x0af', '\\x0g', 'words'])('text that is no form of bytes is refused: %j', async (text) => {
  const many = Array.from({ length: 30 }, () => [text]);
  await expect(writer.$transaction((tx) => insertRows(tx, 'written', { bytes: 'bytea' }, many))).rejects.toThrow(
    'stands for no bytes',
  );
});

test('a connection that is lost in the middle rejects, leaves nothing behind, and is replaced', async () => {
  const lost = writer.$transaction(async (tx) => {
    await insertRows(tx, 'written', COLUMNS, rows());
    const [backend] = await tx.$queryRawUnsafe<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
    await writer.$queryRawUnsafe('SELECT pg_terminate_backend($1)', backend?.pid);
    return insertRows(tx, 'written', COLUMNS, [[1000]]);
  });
  await expect(lost).rejects.toThrow();
  expect(await read(writer)).toEqual([]);
  await writer.$transaction((tx) => insertRows(tx, 'written', COLUMNS, rows()));
  expect(await read(writer)).toHaveLength(100);
});

async function besideHeldRow(work: () => Promise<void>, end: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  const held = writer.$transaction(async (tx) => {
    await insertRows(tx, 'written', COLUMNS, rows().slice(50, 51));
    // It was only sent; a later read proves that it is there.
    expect(await read(tx)).toHaveLength(1);
    await work();
    if (end === 'ROLLBACK') throw new Error(end);
  });
  if (end === 'COMMIT') await held;
  else await expect(held).rejects.toThrow(end);
}

test.each(['copied', 'inserted'])('a write of %s rows returns before Postgres has finished it', async (how) => {
  // Rows are not copied where a conflict is expected.
  const onConflict = how === 'copied' ? '' : 'ON CONFLICT (word, id) DO NOTHING';
  if (how === 'inserted') await writer.$executeRawUnsafe('ALTER TABLE written ADD UNIQUE (word, id)');
  let written: Promise<void> | undefined;
  await besideHeldRow(async () => {
    await new Promise<void>((givenBack) => {
      written = writer.$transaction(async (tx) => {
        await insertRows(tx, 'written', COLUMNS, rows(), onConflict);
        givenBack();
      });
    });
  }, 'ROLLBACK');
  await written;
  expect(await read(writer)).toHaveLength(100);
});

/** Another transaction delays the writes. @returns how the writing transaction ended */
async function writeBesideHeldRow(
  goOn: (tx: SqlExecutor) => Promise<void>,
  end: 'COMMIT' | 'ROLLBACK',
): Promise<PromiseSettledResult<void>> {
  let written: Promise<void> = Promise.resolve();
  await besideHeldRow(async () => {
    await new Promise<void>((givenBack) => {
      written = writer.$transaction(async (tx) => {
        await insertRows(tx, 'written', COLUMNS, rows());
        givenBack();
        await goOn(tx);
      });
      written.catch(() => undefined);
    });
  }, end);
  const [outcome] = await Promise.allSettled([written]);
  return outcome;
}

test('rows that fail after their write returned fail the next statement, with their own reason, and nothing is written', async () => {
  const reached: string[] = [];
  const outcome = await writeBesideHeldRow(async (tx) => {
    await expect(tx.$executeRawUnsafe('DELETE FROM written')).rejects.toThrow(/duplicate key/);
    reached.push('refused');
    await insertRows(tx, 'written', COLUMNS, [[1000]]);
    reached.push('written');
  }, 'COMMIT');
  expect(outcome).toMatchObject({ reason: { message: expect.stringMatching(/duplicate key/) } });
  expect(reached).toEqual(['refused']);
  expect(await read(writer)).toHaveLength(1);
});

test('a failing check of the number of changed rows fails the transaction', async () => {
  const check = (changed: number): void => {
    if (changed !== 100) throw new Error(`${changed} rows`);
  };
  const written = (count: number): Promise<void> =>
    writer.$transaction(async (tx) => {
      await insertRows(tx, 'written', COLUMNS, rows().slice(0, count));
      await send(tx, 'UPDATE written SET yes = $1', [true], check);
    });
  await expect(written(99)).rejects.toThrow('99 rows');
  expect(await read(writer)).toEqual([]);
  await written(100);
  expect(await read(writer)).toHaveLength(100);
});

test('a throw while Postgres still takes rows in leaves none of them behind', async () => {
  const outcome = await writeBesideHeldRow(() => Promise.reject(new Error('meanwhile')), 'ROLLBACK');
  expect(outcome).toMatchObject({ reason: { message: 'meanwhile' } });
  expect(await read(writer)).toEqual([]);
});
