import type { AsOf, ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { PayoutRecord } from '#/db/find-payouts.ts';
import type { Order } from '#/db/list-order.ts';
import type { ExportRecord, ImportRecord } from '#/db/record-rows.ts';
import type { TransferRow } from '#/db/transfer-row.ts';

export interface Reference {
  chainId: string;
  /** Null means the pin. */
  at?: number | null;
}

interface Viewed {
  view: ChainView;
}

export interface TransferNode extends TransferRow, Viewed {}
export interface ExportNode extends ExportRecord, Viewed {}
export interface ImportNode extends ImportRecord, Viewed {}

/** The transfer on the chain of the basket, and the asked transfer where that is on another. */
export interface ConversionNode {
  settled: TransferNode & { basketId: string; amountOut: bigint };
  transfer: TransferNode | null;
}

export interface PayoutNode extends Pick<PayoutRecord, 'role' | 'address' | 'amount'> {
  txid: string;
  index: number;
  currency: CurrencyRef;
}

export function toPayout(
  view: ChainView,
  txid: string,
  { vout, role, address, currencyId, amount }: PayoutRecord,
): PayoutNode {
  return { txid, index: vout, role, address, amount, currency: currencyRef(view, currencyId) };
}

export type Connection<Name extends string, Node> = { [Key in Name]: Node[] } & {
  hasMore: boolean;
  nextCursor: string | null;
};

export interface PageArguments {
  limit?: number | null;
  cursor?: string | null;
}

export interface ChainArguments {
  chainId?: string | null;
  asOf?: AsOf | null;
}

export interface ListArguments extends ChainArguments, PageArguments {
  order?: Order | null;
}

export function currencyRef({ chainId, at }: ChainView, currencyId: string): CurrencyRef {
  return { chainId, currencyId, at };
}

export interface CurrencyRef {
  chainId: string;
  currencyId: string;
  /** Null means the pin. */
  at: number | null;
}
