import { compareHashes } from '../../compare-hashes.ts';
import type { Call } from '../../method.ts';

const PENDING = `query RpcPool($chain: String!, $limit: Int, $cursor: String) {
  pendingTransactions(chainId: $chain, limit: $limit, cursor: $cursor) { nextCursor transactions { txid } } }`;

const TXID_LENGTH = 64;

export async function listPendingTxids(call: Call): Promise<string[]> {
  const txids: string[] = [];
  for await (const { items } of call.pages(PENDING, { chain: call.chain }, ['pendingTransactions', 'transactions'])) {
    call.keep(items.length * TXID_LENGTH);
    txids.push(...items.map(({ txid }) => String(txid)));
  }
  return txids.sort(compareHashes);
}
