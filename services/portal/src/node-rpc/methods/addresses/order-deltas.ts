import type { Values } from '#/gateway/gateway-client.ts';
import { objectOf } from '#/gateway/values.ts';
import type { Page } from '../../method.ts';

/** A page's last transaction may go on on the next page, so it waits. Within a transaction verusd's index has the bytes of indexes, lowest first. */
export async function* inNodesOrder(pages: AsyncIterable<Page>): AsyncGenerator<readonly Values[], void, void> {
  let last: Values[] = [];
  for await (const { items } of pages) {
    const rows = [...last, ...items];
    const begin = rows.findLastIndex(({ txid }) => txid !== rows.at(-1)?.txid) + 1;
    last = rows.slice(begin);
    if (begin > 0) yield ordered(rows.slice(0, begin));
  }
  if (last.length > 0) yield ordered(last);
}

function ordered(rows: readonly Values[]): Values[] {
  const placed = rows.map((row) => ({ row, txid: row.txid, key: keyOf(row) }));
  return [...groupsOf(placed)].flatMap((group) => group.sort((a, b) => a.key - b.key).map(({ row }) => row));
}

function* groupsOf<Row extends { txid: unknown }>(rows: readonly Row[]): Generator<Row[], void, void> {
  let group: Row[] = [];
  for (const row of rows) {
    if (group.length > 0 && group[0]?.txid !== row.txid) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

/** The index with its four bytes turned round, and whether it spends. */
function keyOf(row: Values): number {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Number(row.spent === null ? row.vout : objectOf(row, 'spent').inputIndex));
  return bytes.readUInt32BE() * 2 + (row.spent === null ? 0 : 1);
}
