import { decimalText } from '@ledgergraph/verus-protocol/amount';
import type { Column, Row } from '#/export/export-list.ts';
import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';

const text = (name: string): Column => ({ name, kind: 'text' });
const amount = (name: string): Column => ({ name, kind: 'amount' });

/** Columns of Koinly's universal format. */
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

/** Koinly's tags of what came, by the kind of the movement: https://support.koinly.io/en/articles/9490023-what-are-tags. */
const CAME: Readonly<Record<string, string>> = {
  MINED: 'mining',
  STAKED: 'reward',
  REFERRAL: 'reward',
  // Paid to who brings an export or import.
  FEE: 'reward',
  IDENTITY_FEE: 'income',
};

/** The same of what went. Conversions and offers stand in two files, one for each currency, so that no tag of a trade fits. */
const WENT: Readonly<Record<string, string>> = { FEE: 'cost', IDENTITY_FEE: 'cost' };

/**
 * A movement as Koinly reads it: the fee stands apart from the amount that is sent. A movement of nothing has no row, and one of a fee alone
 * is a cost.
 */
export function koinlyRows(movement: Values, currencyOf: Values): readonly Row[] {
  const change = satoshisOf(movement.amount);
  const fee = satoshisOf(movement.fee);
  if (change === 0n) return [];
  const currency = cellOf(currencyOf, 'friendlyName');
  const date = String(movement.timestamp)
    .replace('T', ' ')
    .replace(/(\.\d+)?Z$/, ' UTC');
  const other = movement.counterparty == null ? null : cellOf(objectOf(movement, 'counterparty'), 'address');
  const description = other === null ? null : `${change < 0n ? 'to' : 'from'} ${other}`;
  const isCost = -change === fee;
  const tags = change > 0n ? CAME : WENT;
  const label = isCost ? 'cost' : (tags[String(movement.kind)] ?? null);
  const end = [null, null, label, description, cellOf(movement, 'txid')];
  if (change > 0n) return [[date, null, null, decimalText(change), currency, null, null, ...end]];
  const sent = decimalText(isCost ? fee : -change - fee);
  const paid = isCost || fee === 0n ? [null, null] : [decimalText(fee), currency];
  return [[date, sent, currency, null, null, ...paid, ...end]];
}

/** Amounts have eight decimals. */
function satoshisOf(value: unknown): bigint {
  return BigInt(String(value ?? 0).replace('.', ''));
}
