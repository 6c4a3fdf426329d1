import type { SqlExecutor } from './sql-executor.ts';
import { describeTable } from './table.ts';

const spans = describeTable(
  'span',
  {
    fromHeight: 'integer',
    toHeight: 'integer?',
    endedBy: 'text?',
    txid: 'hex?',
    time: 'oid',
    work: 'numeric',
    data: 'bytea',
  },
  { height: 'fromHeight', setLater: { toHeight: ['endedBy'] } },
);

function recorder(rows: unknown[] = []): SqlExecutor & { calls: [string, ...unknown[]][] } {
  const calls: [string, ...unknown[]][] = [];
  return {
    calls,
    $queryRawUnsafe: async <Rows>(...call: [string, ...unknown[]]) => {
      calls.push(call);
      return rows as Rows;
    },
    $executeRawUnsafe: async (...call) => calls.push(call),
  };
}

test('a row is written by its members, with the number of its chain, and hexadecimal text as bytes', async () => {
  const tx = recorder();
  const row = {
    data: new Uint8Array([1]),
    fromHeight: 5,
    toHeight: null,
    endedBy: null,
    txid: 'ff',
    time: 9,
    work: 2n ** 70n,
  };
  await spans.insert(tx, 3, [row, { ...row, txid: null }]);
  const [[sql, ...values] = ['']] = tx.calls;
  expect(sql).toContain(
    'INSERT INTO "span" ("chain", "from_height", "to_height", "ended_by", "txid", "time", "work", "data")',
  );
  expect(sql).toContain("decode(c4, 'hex'), c5::oid, c6::numeric");
  expect(values).toEqual([
    '{3,3}',
    '{5,5}',
    '{NULL,NULL}',
    '{NULL,NULL}',
    '{"ff",NULL}',
    '{9,9}',
    '{1180591620717411303424,1180591620717411303424}',
    '{"01","01"}',
  ]);
});

test('rows are read as they were written: hexadecimal text, unsigned times, whole numbers of any size', async () => {
  const db = recorder([{ fromHeight: 5, work: '1180591620717411303424', key: 1 }]);
  expect(await spans.find(db, 'WHERE chain = $1', 3)).toEqual([{ fromHeight: 5, work: 2n ** 70n, key: 1 }]);
  const [[sql, ...values] = ['']] = db.calls;
  expect(sql).toContain('span."from_height" AS "fromHeight"');
  expect(sql).toContain('encode(span."txid", \'hex\') AS "txid", span."time" AS "time", span."work"::text AS "work"');
  expect(sql).toMatch(/FROM "span" WHERE chain = \$1$/);
  expect(values).toEqual([3]);
});

test('members of rows are set by others that find them, and a row that is missing fails the transaction', async () => {
  const tx = recorder();
  const end = { txid: 'ff', toHeight: 9, endedBy: 'b' };
  await spans.update(tx, 3, [end], ['txid'], ['toHeight', 'endedBy']);
  const [[sql, ...values] = ['']] = tx.calls;
  expect(sql).toContain('UPDATE "span" AS own SET "to_height" = made."to_height", "ended_by" = made."ended_by"');
  expect(sql).toContain('own.chain = $4::smallint AND own."txid" = made."txid"');
  expect(values).toEqual(['{"ff"}', '{9}', '{"b"}', 3]);
  const missing = spans.update(tx, 3, [end, end, end], ['txid'], ['toHeight']);
  await expect(missing).rejects.toThrow('1 of 3 rows of span are missing');
});

test('a revert deletes the rows of later blocks, then undoes what they had set in earlier rows', async () => {
  const tx = recorder();
  await spans.revert(tx, 3, 7);
  expect(tx.calls).toEqual([
    ['DELETE FROM "span" WHERE chain = $1 AND "from_height" > $2', 3, 7],
    ['UPDATE "span" SET "to_height" = NULL, "ended_by" = NULL WHERE chain = $1 AND "to_height" > $2', 3, 7],
  ]);
});
