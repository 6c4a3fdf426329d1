import type { Values } from '#/gateway/gateway-client.ts';
import { objectOf } from '#/gateway/values.ts';
import type { Call } from '../../method.ts';

export interface FoundTransaction {
  /** PENDING: in the mempool. REMOVED: in blocks that have left the chain only. */
  readonly where: 'MAIN' | 'PENDING' | 'REMOVED';
  readonly values: Values;
}

export interface Selections {
  /** Fields of a transaction in a block. */
  readonly mined: string;
  readonly pending: string;
  /** Declarations of further variables: `$index: Int!`. */
  readonly declared?: string;
  readonly variables?: Values;
}

/** As verusd finds it by its txid: one that went back to the mempool is there, whatever removed block had it. */
export async function findTransaction(
  call: Call,
  txid: string,
  { mined, pending, declared = '', variables = {} }: Selections,
): Promise<FoundTransaction | undefined> {
  const given = { ...variables, chain: call.chain, txid };
  const inBlock = `query RpcTransaction($chain: String!, $txid: String!${declared}) {
    transaction(chainId: $chain, txid: $txid, includeRemoved: true) { blockHeight confirmations ${mined} } }`;
  const { transaction } = await call.ask(inBlock, given);
  const found = transaction == null ? undefined : objectOf({ transaction }, 'transaction');
  if (found !== undefined && Number(found.confirmations) > 0) {
    // The daemon's index of transactions does not have genesis.
    return Number(found.blockHeight) === 0 ? undefined : { where: 'MAIN', values: found };
  }
  if (call.asOf !== undefined) return found === undefined ? undefined : { where: 'REMOVED', values: found };
  const inPool = `query RpcPending($chain: String!, $txid: String!${declared}) {
    transactionStatus(chainId: $chain, txid: $txid) { state pending { ${pending} } } }`;
  const { transactionStatus } = await call.ask(inPool, given);
  const status = transactionStatus == null ? undefined : objectOf({ transactionStatus }, 'transactionStatus');
  if (status?.state === 'PENDING' && status.pending != null)
    return { where: 'PENDING', values: objectOf(status, 'pending') };
  return found === undefined ? undefined : { where: 'REMOVED', values: found };
}
