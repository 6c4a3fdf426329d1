import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { openWriter, type SqlWriter } from '#/db/sql-writer.ts';

let database: TestDatabase;
let writer: SqlWriter;

beforeAll(async () => {
  database = await createTestDatabase({ service: 'accounts' });
  writer = openWriter(database.url, { max: 1 });
});
afterAll(async () => {
  await writer.$disconnect();
  await database.drop();
});

async function copyTo(select: string, ...values: (string | number)[]) {
  if (writer.$copyTo === undefined) throw new Error('a writer can copy rows out');
  return writer.$copyTo(select, ...values);
}

test('rows come as Postgres keeps them: numbers, text and bytes, in order', async () => {
  const rows = await copyTo(
    `SELECT step - 3, 'ü€𝄞' || step, decode(repeat('00ff', step * 40000), 'hex'), ''::bytea
       FROM generate_series(1, 5) AS steps (step) ORDER BY step`,
  );
  expect(rows.map((row) => [row.int4(0), row.text(1), row.bytes(2).length, row.bytes(3).length])).toEqual(
    [1, 2, 3, 4, 5].map((step) => [step - 3, `ü€𝄞${step}`, step * 80_000, 0]),
  );
  expect(rows.every((row) => row.bytes(2).every((byte, index) => byte === (index % 2 === 0 ? 0 : 0xff)))).toBe(true);
});

test('no row is no row', async () => {
  expect(await copyTo('SELECT 1 WHERE false')).toEqual([]);
});

test('texts and whole numbers stand for parameters, whatever is in them; nothing else does', async () => {
  const text = 'it\'s \\ "$1" ; DROP TABLE x -- $2';
  const [row] = await copyTo('SELECT $2::text, $1::integer, length($2)', -7, text);
  expect([row?.text(0), row?.int4(1), row?.int4(2)]).toEqual([text, -7, text.length]);
  await expect(copyTo('SELECT $1', 1.5)).rejects.toThrow(TypeError);
  await expect(copyTo('SELECT $2', 1)).rejects.toThrow(TypeError);
});

test('a NULL is refused, and so is what Postgres refuses; the next statement works', async () => {
  await expect(copyTo('SELECT NULL::text')).rejects.toThrow('NULL');
  await expect(copyTo('SELECT 1 / step FROM generate_series(-9000, 1) AS steps (step)')).rejects.toThrow(
    'division by zero',
  );
  expect(await copyTo('SELECT 1')).toHaveLength(1);
});
