import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findTransferOrder } from '@ledgergraph/verus-protocol/payloads/reserve-transfer';
import type { FlowTransfer, ImportRow } from '#/db/flow-tables.ts';
import type { BasketState } from '#/flows/basket-state.ts';
import { COIN, conversionFeeOf } from '#/flows/formulas.ts';
import { type FlowRows, importOf } from '#/indexing/flow-rows.ts';

// Rules of pbaas/reserves.cpp, computed from transfers alone.

const RUNNING_BASKET = 0x21;
/** Flag of a burn that leaves prices as they are. */
export const CHANGE_WEIGHT = 0x100;

export interface Settled {
  row: ImportRow;
  before: BasketState;
  after: BasketState;
  transfers: FlowTransfer[];
  reward: bigint;
  fee: bigint;
  legs: LegFee[];
}

/** The import converts this fee into a currency of the next system. */
interface LegFee {
  fromId: string;
  amount: bigint;
  conversionFee: bigint;
  toId: string;
  paid: bigint;
}

export function listSettled(chainId: string, blocks: readonly Block[], rows: FlowRows): Settled[] {
  const last = new Map<string, BasketState>();
  const settled: Settled[] = [];
  const legFees = readLegFees(blocks);
  for (const row of rows.imports) {
    const after = rows.states.find((state) => isAt(state, { ...row, vout: row.stateVout ?? -1 }));
    if (after === undefined) continue;
    const before = last.get(row.currencyId);
    last.set(row.currencyId, after);
    if (before === undefined || row.sourceSystemId !== chainId) continue;
    if ([before, after].some(({ flags }) => (flags & RUNNING_BASKET) !== RUNNING_BASKET)) continue;
    const rewards = rows.payouts.filter(
      (one) => one.role === 'EXPORTER' && isAt({ ...one, vout: one.importVout }, row),
    );
    settled.push({
      row,
      before,
      after,
      transfers: rows.transfers.filter((one) => isAt(importOf(one), row)),
      reward: rewards.reduce((sum, { amount }) => sum + amount, 0n),
      fee: feeOf(blocks, row),
      legs: rows.transfers.filter((one) => isAt(importOf(one), row)).flatMap((one) => legsOf(one, rows, legFees)),
    });
  }
  return settled;
}

/** Empty for a transfer that ends with its import. One from a reserve pays the conversion fee twice. */
function legsOf(one: FlowTransfer, { transfers }: FlowRows, legFees: ReadonlyMap<string, bigint>): LegFee[] {
  const amount = legFees.get(keyOf(one));
  const child = transfers.find((other) => other.parentTxid === one.txid && other.parentVout === one.vout);
  if (amount === undefined || child === undefined) return [];
  const conversionFee = 2n * ((amount * 25_000n) / (COIN + 50_000n));
  const { feeCurrencyId: toId, fee: paid } = child;
  return [{ fromId: one.feeCurrencyId, amount, conversionFee, toId, paid }];
}

export function flowsOf({ supply, emitted, primaryOut, primaryFees, primaryConversionFees, reserves }: BasketState) {
  return {
    supply,
    emitted,
    primaryOut,
    primaryFees,
    primaryConversionFees,
    reserves: reserves.map(
      ({ currencyId, reserves: units, reserveIn, reserveOut, primaryIn, fees, conversionFees }) => {
        return { currencyId, units, reserveIn, reserveOut, primaryIn, fees, conversionFees };
      },
    ),
  };
}

/** Prices are those of the state itself: see quote-recorded.test.ts. */
export function flowsBy(
  chainId: string,
  { before, after, transfers: own, legs }: Pick<Settled, 'before' | 'after' | 'transfers' | 'legs'>,
) {
  const basketId = after.currencyId;
  const isKind = (...kinds: string[]) => own.filter((transfer) => kinds.includes(transfer.kind));
  const sum = (some: readonly FlowTransfer[], amountOf: (one: FlowTransfer) => bigint) =>
    some.reduce((total, one) => total + amountOf(one), 0n);
  const netOf = (transfer: FlowTransfer) => transfer.amount - conversionFeeOf(transfer);
  const paidOf = ({ amountOut }: FlowTransfer) => amountOut ?? 0n;
  const sumLegs = (amountOf: (leg: LegFee) => bigint) => legs.reduce((total, leg) => total + amountOf(leg), 0n);
  const conversions = isKind('BUY', 'SELL', 'VIA');
  const conversionFees = (id: string) => {
    const all = conversions.filter((transfer) => transfer.fromId === id);
    return sum(all, conversionFeeOf) + sumLegs(({ fromId, conversionFee }) => (fromId === id ? conversionFee : 0n));
  };
  const fees = (id: string) =>
    conversionFees(id) +
    sum(
      own.filter((transfer) => transfer.feeCurrencyId === id),
      (one) => one.fee,
    );
  const primaryFees = fees(basketId);
  const primaryConversionFees = conversionFees(basketId);
  const soldFees = primaryFees - primaryConversionFees / 2n;
  const reserves = before.reserves.map(({ currencyId: id, reserves: held }) => {
    const isNative = id === chainId;
    const into = (kinds: string[]) => isKind(...kinds).filter((transfer) => transfer.toId === id);
    const burned = isKind('BURN').filter((transfer) => transfer.fromId === id);
    const bought = isKind('BUY', 'VIA').filter((transfer) => transfer.fromId === id);
    const reserveIn =
      sum(bought, netOf) +
      sumLegs(({ fromId, amount, conversionFee }) => (fromId === id ? amount - conversionFee : 0n)) +
      sum(burned, (transfer) => transfer.amount) +
      (isNative ? conversionFees(id) / 2n : fees(id));
    const reserveOut =
      sum(into(['SELL', 'VIA']), paidOf) +
      sumLegs(({ toId, paid }) => (toId === id ? paid : 0n)) +
      (isNative ? nativeFees(chainId, after) - (fees(id) - conversionFees(id) / 2n) : 0n);
    const primaryIn = sum(into(['SELL']), netOf) + (isNative ? soldFees : 0n);
    return {
      currencyId: id,
      units: held + reserveIn - reserveOut,
      reserveIn,
      reserveOut,
      primaryIn,
      fees: fees(id),
      conversionFees: conversionFees(id),
    };
  });
  const burned = isKind('BURN').filter((transfer) => transfer.fromId === basketId);
  const minted = sum(isKind('MINT'), (transfer) => transfer.amount);
  const sold = reserves.reduce((total, { primaryIn }) => total + primaryIn, 0n);
  const burnedAll = sum(burned, (transfer) => transfer.amount);
  const shrinking = burned.filter((transfer) => (transfer.flags & CHANGE_WEIGHT) !== 0);
  const primaryOut = sum(isKind('BUY'), paidOf) - sold - burnedAll + minted - primaryConversionFees / 2n;
  return {
    supply: before.supply + primaryOut,
    emitted: minted - sum(shrinking, (transfer) => transfer.amount),
    primaryOut,
    primaryFees,
    primaryConversionFees,
    reserves,
  };
}

export function nativeFees(chainId: string, { reserves, primaryFees, primaryConversionFees }: BasketState): bigint {
  const native = reserves.find(({ currencyId }) => currencyId === chainId);
  const price = native?.lastConversionPrice ?? 0n;
  const viaPrice = native?.viaConversionPrice ?? 0n;
  const ofBasket = ((primaryFees - primaryConversionFees / 2n) * price) / COIN;
  return reserves.reduce((sum, { currencyId, fees, conversionFees, lastConversionPrice }) => {
    const leaving = fees - conversionFees / 2n;
    return sum + (currencyId === chainId ? leaving : (((leaving * COIN) / lastConversionPrice) * viaPrice) / COIN);
  }, ofBasket);
}

function feeOf(blocks: readonly Block[], { height, txIndex }: ImportRow): bigint {
  const transaction = blocks[height]?.transactions[txIndex];
  if (transaction === undefined) throw new Error(`no transaction ${txIndex} at ${height}`);
  const spent = transaction.inputs.reduce((sum, { satoshis }) => sum + (satoshis ?? 0n), 0n);
  return transaction.outputs.reduce((left, { satoshis }) => left - satoshis, spent);
}

export function readLegFees(blocks: readonly Block[]): Map<string, bigint> {
  const orders = blocks.flatMap(({ transactions }) =>
    transactions.flatMap(({ txid, outputs }) =>
      outputs.map(
        (output) => [`${hex(txid)}:${output.index}`, findTransferOrder(output)?.destination.legFees ?? 0n] as const,
      ),
    ),
  );
  return new Map(orders.filter(([, fee]) => fee > 0n));
}

interface At {
  height: number;
  txIndex: number;
  vout: number;
}

export function isAt(one: At | null, other: At): boolean {
  if (one === null) return false;
  return one.height === other.height && one.txIndex === other.txIndex && one.vout === other.vout;
}

export function keyOf({ txid, vout }: FlowTransfer): string {
  return `${txid}:${vout}`;
}
