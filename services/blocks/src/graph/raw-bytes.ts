import { nodeUnavailable, notFound } from '@ledgergraph/graph-kit/errors';
import { buildCoinbase } from '#/raw/build-coinbase.ts';
import type { RawRead } from './load-kept.ts';
import type { BlocksContext } from './loaders.ts';
import type { TransactionNode } from './nodes.ts';

/** A coinbase is built from our rows. @throws NODE_UNAVAILABLE if no node can be asked, NOT_FOUND if none has the bytes */
export async function getRawBytes(node: TransactionNode, { loaders }: BlocksContext): Promise<Uint8Array> {
  const { chainId, txid } = node;
  if (node.index === 0) {
    const built = buildCoinbase(txid, await loaders.transactionBody.load({ chainId, txid }));
    if (built !== undefined) return built;
  }
  const outcome = await loaders.raw.load({ chainId, txid });
  if (outcome.kind === 'raw') return outcome.raw;
  throw explainMissing(`the bytes of transaction ${txid}`, outcome, { txid });
}

/** @param what in words, with its name */
export function explainMissing(
  what: string,
  outcome: Exclude<RawRead, { kind: 'raw' }>,
  named: { txid?: string } = {},
): Error {
  switch (outcome.kind) {
    case 'no-nodes':
      return nodeUnavailable('this installation does not ask nodes for transactions', { ...named, canRetry: false });
    case 'absent':
      return notFound(`no node has ${what}`);
    case 'mismatch':
      return nodeUnavailable(`the node answered others than ${what}`, { ...named, canRetry: true });
    case 'busy':
      return nodeUnavailable('too many transactions are asked for at once', { ...named, canRetry: true });
    case 'away':
      return nodeUnavailable(`no node could be asked for ${what}`, { ...named, canRetry: true });
  }
}
