import type { Values } from '#/gateway/gateway-client.ts';
import { objectIn } from '#/gateway/values.ts';
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
  /** For the variable `$index`, of an output. */
  readonly index?: number;
}

/** As verusd finds it by its txid: one that went back to the mempool is there, whatever removed block had it. */
export async function findTransaction(
  call: Call,
  txid: string | undefined,
  { mined, pending, index }: Selections,
): Promise<FoundTransaction | undefined> {
  if (txid === undefined) return undefined;
  const given = { chain: call.chain, txid, index };
  const declared = index === undefined ? '' : ', $index: Int!';
  const inBlock = `query RpcTransaction($chain: String!, $txid: String!${declared}) {
    transaction(chainId: $chain, txid: $txid, includeRemoved: true) { blockHeight confirmations ${mined} } }`;
  const found = objectIn(await call.ask(inBlock, given), 'transaction');
  if (found !== undefined && Number(found.confirmations) > 0) {
    // The daemon's index of transactions does not have genesis.
    return Number(found.blockHeight) === 0 ? undefined : { where: 'MAIN', values: found };
  }
  const removed = found && ({ where: 'REMOVED', values: found } as const);
  if (call.asOf !== undefined) return removed;
  const inPool = `query RpcPending($chain: String!, $txid: String!${declared}) {
    transactionStatus(chainId: $chain, txid: $txid) { state pending { ${pending} } } }`;
  const status = objectIn(await call.ask(inPool, given), 'transactionStatus');
  const values = status?.state === 'PENDING' ? objectIn(status, 'pending') : undefined;
  return values === undefined ? removed : { where: 'PENDING', values };
}
