import { insertRows } from './insert-rows.ts';

function recorder() {
  const calls: { sql: string; values: unknown[] }[] = [];
  return {
    calls,
    $queryRawUnsafe: async () => [] as never,
    $executeRawUnsafe: async (sql: string, ...values: unknown[]) => {
      calls.push({ sql, values });
      return rowsOf(values);
    },
  };
}

function rowsOf([column]: unknown[]): number {
  return String(column).split(',').length;
}

test('one array literal per column; what arrays cannot carry travels as text', async () => {
  const tx = recorder();
  await insertRows(tx, 't', { a: 'bigint', b: 'bytea', c: 'integer' }, [[2n ** 62n, new Uint8Array([1, 255]), null]]);
  expect(tx.calls[0]?.values).toEqual(['{4611686018427387904}', '{"01ff"}', '{NULL}']);
  expect(tx.calls[0]?.sql).toContain("SELECT c0::bigint, decode(c1, 'hex'), c2::integer");
  expect(tx.calls[0]?.sql).toContain('unnest($1::text[], $2::text[], $3::integer[])');
});

test('bytes may also come as Postgres writes them, and may be none', async () => {
  const tx = recorder();
  await insertRows(tx, 't', { a: 'bytea' }, [['\\x01ff'], [new Uint8Array()], [null]]);
  expect(tx.calls[0]?.values).toEqual(['{"01ff","",NULL}']);
});

test('text stays text: quotes, backslashes, commas, nothing, and the word NULL', async () => {
  const tx = recorder();
  await insertRows(tx, 't', { a: 'text' }, [['a"b'], ['c\\d'], ['e,f'], [''], ['NULL'], [null]]);
  expect(tx.calls[0]?.values).toEqual(['{"a\\"b","c\\\\d","e,f","","NULL",NULL}']);
});

test('many rows go in several statements, no rows in none', async () => {
  const tx = recorder();
  const rows = Array.from({ length: 12_000 }, (_, i) => [i]);
  await insertRows(tx, 't', { a: 'integer' }, rows);
  expect(tx.calls.map((call) => rowsOf(call.values))).toEqual([5_000, 5_000, 2_000]);
  const idle = recorder();
  await insertRows(idle, 't', { a: 'integer' }, []);
  expect(idle.calls).toHaveLength(0);
});

test('lists are texts within the text of their column', async () => {
  const tx = recorder();
  await insertRows(tx, 't', { a: 'text[]' }, [[['a"b', 'c\\d', 'e,f']], [[]]]);
  expect(tx.calls[0]?.values).toEqual([String.raw`{"{\"a\\\"b\",\"c\\\\d\",\"e,f\"}","{}"}`]);
  const numbers = recorder();
  await insertRows(numbers, 't', { a: 'bigint[]' }, [[[2n ** 62n, -1n]]]);
  expect(numbers.calls[0]?.values).toEqual(['{"{4611686018427387904,-1}"}']);
});
