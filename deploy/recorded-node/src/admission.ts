import type { ChainView } from './chain-view.ts';
import type { DecodedTransaction } from './decode-transaction.ts';
import type { KnownTransactions } from './known-transactions.ts';
import type { Pool } from './pool.ts';

/** A transaction whose expiry height is closer to the next block is refused. */
const EXPIRING_SOON_BLOCKS = 3;
const COINBASE_MATURITY = 100;

export interface PoolSurroundings {
  view: ChainView;
  pool: Pool;
  known: KnownTransactions;
}

export function lowestExpiryHeight(view: ChainView): number {
  return view.tip.height + 1 + EXPIRING_SOON_BLOCKS;
}

/** An expiry height of 0 never expires. */
export function expiresSoon({ expiryHeight }: DecodedTransaction, view: ChainView): boolean {
  return expiryHeight > 0 && expiryHeight < lowestExpiryHeight(view);
}

/** The daemon's reason; undefined when all coins can be spent. */
export function findInputRefusal(around: PoolSurroundings, { inputs }: DecodedTransaction): string | undefined {
  const { pool, view } = around;
  if (inputs.some(({ txid, index }) => pool.findSpend(txid, index) !== undefined)) return '16: bad-txns-inputs-spent';
  if (inputs.some(({ txid }) => !pool.has(txid) && !hasUnspentOutput(around, txid))) {
    return '16: bad-txns-inputs-missing';
  }
  const unavailable = inputs.some(
    ({ txid, index }) =>
      findOutputValue(around, txid, index) === undefined || view.findSpend(txid, index) !== undefined,
  );
  if (unavailable) return '18: bad-txns-inputs-spent';
  return inputs.some(({ txid }) => isImmature(around, txid)) ? '16: bad-txns-premature-spend-of-coinbase' : undefined;
}

function findOutputValue({ view, pool, known }: PoolSurroundings, txid: string, index: number): bigint | undefined {
  if (!pool.has(txid) && view.findActiveBlockOf(txid) === undefined) return undefined;
  return known.find(txid)?.decoded.outputs[index]?.value;
}

export function findFee(around: PoolSurroundings, transaction: DecodedTransaction): bigint | undefined {
  let fee = transaction.valueBalance;
  for (const { txid, index } of transaction.inputs) {
    const value = findOutputValue(around, txid, index);
    if (value === undefined) return undefined;
    fee += value;
  }
  for (const { value } of transaction.outputs) fee -= value;
  return fee;
}

export function hasUnspentOutput({ view, known }: PoolSurroundings, txid: string): boolean {
  if (view.findActiveBlockOf(txid) === undefined) return false;
  const transaction = known.find(txid);
  return (
    transaction?.decoded.outputs.some(
      (_, index) => transaction.findScript(index)?.type !== 'nulldata' && view.findSpend(txid, index) === undefined,
    ) ?? false
  );
}

function isImmature({ view }: PoolSurroundings, txid: string): boolean {
  const block = view.findActiveBlockOf(txid);
  if (block === undefined || block.txids[0] !== txid) return false;
  return view.tip.height + 1 - block.height < COINBASE_MATURITY;
}
