import type { Call } from '../../method.ts';

const PENDING = `query RpcPool($chain: String!, $limit: Int, $cursor: String) {
  pendingTransactions(chainId: $chain, limit: $limit, cursor: $cursor) { nextCursor transactions { txid } } }`;

/** In the order of the bytes of their hashes, which are printed from last to first. */
export async function listPendingTxids(call: Call): Promise<string[]> {
  const txids: string[] = [];
  for await (const { items } of call.pages(PENDING, { chain: call.chain }, ['pendingTransactions', 'transactions']))
    txids.push(...items.map(({ txid }) => String(txid)));
  const byBytes = txids.map((txid) => ({ txid, bytes: Buffer.from(txid, 'hex').reverse() }));
  return byBytes.sort((one, other) => Buffer.compare(one.bytes, other.bytes)).map(({ txid }) => txid);
}
