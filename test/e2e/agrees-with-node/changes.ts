import { decodeTransactionHex } from '@ledgergraph/verus-protocol/raw-transaction';
import { type Ask, type Differences, forEachParallel, type Untyped } from './oracle.ts';

const CHANGES = `query ($txids: [String!]!, $offset: Int!) { transactions(txids: $txids) {
  txid changes(limit: 100, offset: $offset) { address amounts { currencyId satoshis } } } }`;
const BYTES = 'query ($txids: [String!]!) { transactions(txids: $txids) { txid hex size } }';
const [TXIDS, PAGE] = [50, 100];

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
  const changes = new Map(txids.map((txid) => [txid, [] as Untyped[]]));
  let rest = [...txids];
  for (let offset = 0; rest.length > 0; offset += PAGE) {
    const { data } = await ask(CHANGES, { txids: rest, offset });
    for (const { txid, changes: page } of data.transactions) changes.get(txid)?.push(...page);
    rest = rest.filter((txid) => changes.get(txid)?.length === offset + PAGE);
  }
  return changes;
}

function byAddress(a: { address: string }, b: { address: string }): number {
  return a.address < b.address ? -1 : 1;
}
