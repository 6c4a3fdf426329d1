import { decimalText } from '@ledgergraph/verus-protocol/amount';
import type { Column, Row } from '#/export/export-list.ts';
import type { Values } from '#/gateway/gateway-client.ts';
import { type Cell, cellOf, nameIn, objectOf } from '#/gateway/values.ts';
import { satoshisOf } from './satoshis.ts';
import { NO_TRADES, type Trade, type TradesOf } from './trades.ts';

const text = (name: string): Column => ({ name, kind: 'text' });
const amount = (name: string): Column => ({ name, kind: 'amount' });

export const koinlyColumns: readonly Column[] = [
  text('Date'),
  amount('Sent Amount'),
  text('Sent Currency'),
  amount('Received Amount'),
  text('Received Currency'),
  amount('Fee Amount'),
  text('Fee Currency'),
  amount('Net Worth Amount'),
  text('Net Worth Currency'),
  text('Label'),
  text('Description'),
  text('TxHash'),
];

/** Tags: https://support.koinly.io/en/articles/9490023-what-are-tags. */
const CAME: Readonly<Record<string, string>> = {
  MINED: 'mining',
  STAKED: 'reward',
  REFERRAL: 'reward',
  // Paid for bringing an export or import.
  FEE: 'reward',
  IDENTITY_FEE: 'income',
};

/** A trade has no tag. */
const WENT: Readonly<Record<string, string>> = { FEE: 'cost', IDENTITY_FEE: 'cost' };

interface Shown {
  readonly date: string;
  readonly currency: Cell;
  readonly kind: string;
  readonly other: Cell;
  readonly txid: Cell;
}

/** A trade is one row on the given side; its payout is left out of the other movement. A movement of a fee alone is a cost. */
export function koinlyRows(movement: Values, { given, paid, moved }: TradesOf = NO_TRADES): readonly Row[] {
  const id = movement.currencyId;
  const shown = shownOf(movement);
  const own = given.filter(({ fromId }) => fromId === id);
  const fee = satoshisOf(movement.fee);
  const [first] = own;
  // The fee of the transaction is added to the first trade, if both fees are in the same currency.
  const feeOfFirst = first?.feeCurrencyId === id ? fee : 0n;
  const rest =
    satoshisOf(movement.amount) +
    feeOfFirst +
    sumOf(own, ({ amountIn }) => amountIn) +
    sumOf(given, ({ fromId, feeCurrencyId, fee: beside }) =>
      feeCurrencyId === id && moved.has(fromId) ? beside : 0n,
    ) -
    sumOf(paid, ({ toId, amountOut }) => (toId === id ? amountOut : 0n));
  const trades = own.map((trade) => {
    const beside = moved.has(trade.feeCurrencyId) ? trade.fee : 0n;
    return tradeRow(shown, trade, beside + (trade === first ? feeOfFirst : 0n));
  });
  return [...trades, ...plainRows(shown, rest, fee - feeOfFirst)];
}

function shownOf(movement: Values): Shown {
  return {
    date: String(movement.timestamp)
      .replace('T', ' ')
      .replace(/(\.\d+)?Z$/, ' UTC'),
    currency: nameIn(movement, 'currency'),
    kind: String(movement.kind),
    other: movement.counterparty == null ? null : cellOf(objectOf(movement, 'counterparty'), 'address'),
    txid: cellOf(movement, 'txid'),
  };
}

function tradeRow({ date, txid }: Shown, { from, amountIn, to, amountOut, feeCurrency }: Trade, fee: bigint): Row {
  const fees = fee === 0n ? [null, null] : [decimalText(fee), feeCurrency];
  return [date, decimalText(amountIn), from, decimalText(amountOut), to, ...fees, null, null, null, null, txid];
}

function plainRows({ date, currency, kind, other, txid }: Shown, change: bigint, fee: bigint): readonly Row[] {
  if (change === 0n) return [];
  const description = other === null ? null : `${change < 0n ? 'to' : 'from'} ${other}`;
  const isCost = -change === fee;
  const label = isCost ? 'cost' : ((change > 0n ? CAME : WENT)[kind] ?? null);
  const end = [null, null, label, description, txid];
  if (change > 0n) return [[date, null, null, decimalText(change), currency, null, null, ...end]];
  const sent = decimalText(isCost ? fee : -change - fee);
  const paid = isCost || fee === 0n ? [null, null] : [decimalText(fee), currency];
  return [[date, sent, currency, null, null, ...paid, ...end]];
}

function sumOf(trades: readonly Trade[], amountOf: (trade: Trade) => bigint): bigint {
  return trades.reduce((sum, trade) => sum + amountOf(trade), 0n);
}
