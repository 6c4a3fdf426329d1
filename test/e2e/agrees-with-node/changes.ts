import { decodeTransactionHex } from '@ledgergraph/verus-protocol/raw-transaction';
import { type Ask, type Differences, forEachParallel, type Untyped } from './oracle.ts';

const ROWS = 'nextCursor changes { address amounts { currencyId satoshis } }';
const CHANGES = `query ($txids: [String!]!) { transactions(txids: $txids) { txid changes(limit: 100) { ${ROWS} } } }`;
const MORE = `query ($txid: String!, $cursor: String) {
  transaction(txid: $txid) { changes(limit: 100, cursor: $cursor) { ${ROWS} } } }`;
const BYTES = 'query ($txids: [String!]!) { transactions(txids: $txids) { txid hex size } }';
const TXIDS = 50;

/** By the history of that address. */
export interface AddressMove {
  address: string;
  txid: string;
  amounts: { currencyId: string; satoshis: string }[];
}

/** Zeros aside, amounts must agree; the node is asked for the bytes. @param isRead true for an address whose history is among `moves` */
export async function compareChanges(
  ask: Ask,
  moves: readonly AddressMove[],
  isRead: (address: string) => boolean,
  differences: Differences,
): Promise<void> {
  const expected = Map.groupBy(moves, ({ txid }) => txid);
  const txids = [...expected.keys()];
  const batches = Array.from({ length: Math.ceil(txids.length / TXIDS) }, (_, index) =>
    txids.slice(index * TXIDS, (index + 1) * TXIDS),
  );
  await forEachParallel(batches, async (batch) => {
    const { data } = await ask(BYTES, { txids: batch });
    for (const { txid, hex, size } of data.transactions) {
      const { transaction } = decodeTransactionHex(hex);
      differences.compare(`bytes of ${txid}`, { txid, size }, { txid: transaction.txid, size: transaction.size });
    }
    for (const [txid, changes] of await readChanges(ask, batch)) {
      const own = changes.filter(({ address }) => isRead(address));
      const histories = (expected.get(txid) ?? []).map(({ address, amounts }) => ({
        address,
        amounts: amounts.filter(({ satoshis }) => satoshis !== '0'),
      }));
      differences.compare(`changes of ${txid}`, own, histories.sort(byAddress));
    }
  });
}

async function readChanges(ask: Ask, txids: readonly string[]): Promise<Map<string, Untyped[]>> {
  const changes = new Map<string, Untyped[]>();
  const { data } = await ask(CHANGES, { txids });
  for (const { txid, changes: first } of data.transactions) {
    const rows: Untyped[] = [...first.changes];
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const { data: more } = await ask(MORE, { txid, cursor });
      rows.push(...more.transaction.changes.changes);
      cursor = more.transaction.changes.nextCursor;
    }
    changes.set(txid, rows);
  }
  return changes;
}

function byAddress(a: { address: string }, b: { address: string }): number {
  return a.address < b.address ? -1 : 1;
}
