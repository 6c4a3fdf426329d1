import type { AsOf, ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { PayoutRecord } from '#/db/find-payouts.ts';
import type { Order } from '#/db/list-order.ts';
import type { ExportRecord, ImportRecord } from '#/db/record-rows.ts';
import type { TransferRow } from '#/db/transfer-row.ts';

/** The common part of an entity key. */
export interface Reference {
  chainId: string;
  /** Height of the asOf it was reached through; null: the pin. */
  at?: number | null;
}

/** The view that an object was reached through: everything below it is read at the same one. */
interface Viewed {
  view: ChainView;
}

export interface TransferNode extends TransferRow, Viewed {}
export interface ExportNode extends ExportRecord, Viewed {}
export interface ImportNode extends ImportRecord, Viewed {}

/** A settled conversion: its transfer on the chain of the basket, and the transfer that was asked for where it stands on another. */
export interface ConversionNode {
  settled: TransferNode & { basketId: string; amountOut: bigint };
  transfer: TransferNode | null;
}

export interface PayoutNode extends Pick<PayoutRecord, 'role' | 'address' | 'amount'> {
  txid: string;
  index: number;
  currency: CurrencyRef;
}

/** @param txid transaction of the import */
export function toPayout(
  view: ChainView,
  txid: string,
  { vout, role, address, currencyId, amount }: PayoutRecord,
): PayoutNode {
  return { txid, index: vout, role, address, amount, currency: currencyRef(view, currencyId) };
}

/** A list of the graph. */
export type Connection<Name extends string, Node> = { [Key in Name]: Node[] } & {
  hasMore: boolean;
  nextCursor: string | null;
};

/** Arguments of every list. */
export interface PageArguments {
  limit?: number | null;
  cursor?: string | null;
}

/** Arguments of every root field. */
export interface ChainArguments {
  chainId?: string | null;
  asOf?: AsOf | null;
}

/** Arguments of every root list. */
export interface ListArguments extends ChainArguments, PageArguments {
  order?: Order | null;
}

/** Key of a currency on the chain of a view. */
export function currencyRef({ chainId, at }: ChainView, currencyId: string): CurrencyRef {
  return { chainId, currencyId, at };
}

export interface CurrencyRef {
  chainId: string;
  currencyId: string;
  at: number | null;
}
