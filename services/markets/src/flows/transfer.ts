import { RESERVE_TRANSFER_FLAGS as FLAGS } from '@ledgergraph/verus-protocol/flags';
import type { TransferOrder } from '@ledgergraph/verus-protocol/payloads/reserve-transfer';

export type TransferKind =
  | 'SEND'
  | 'BUY'
  | 'SELL'
  | 'VIA'
  | 'CONTRIBUTION'
  | 'MINT'
  | 'BURN'
  | 'IDENTITY_EXPORT'
  | 'CURRENCY_EXPORT';

/** All bits of a kind must be set, and the first that fits counts: a contribution may have the bit of a conversion. */
const KINDS: readonly (readonly [TransferKind, number])[] = [
  ['CONTRIBUTION', FLAGS.PRECONVERT],
  ['VIA', FLAGS.CONVERT | FLAGS.RESERVE_TO_RESERVE],
  ['SELL', FLAGS.CONVERT | FLAGS.IMPORT_TO_SOURCE],
  ['BUY', FLAGS.CONVERT],
  ['BURN', FLAGS.BURN_CHANGE_PRICE],
  ['BURN', FLAGS.BURN_CHANGE_WEIGHT],
  ['MINT', FLAGS.MINT],
  ['IDENTITY_EXPORT', FLAGS.IDENTITY_EXPORT],
  ['CURRENCY_EXPORT', FLAGS.CURRENCY_EXPORT],
];

export interface Transfer {
  flags: number;
  kind: TransferKind;
  fromId: string;
  /** Before any fee is taken out of it. */
  amount: bigint;
  /** Null for a burn. */
  toId: string | null;
  viaId: string | null;
  /** Paid beside the amount. */
  fee: bigint;
  feeCurrencyId: string;
  destination: string;
  refundAddresses: string[];
  /** System of the leg that follows the import. */
  gatewayId: string | null;
  /** System whose import pays it. */
  destinationSystemId: string;
}

/** Payload: CReserveTransfer (pbaas/reserves.h). @param chainId the chain of the output */
export function toTransfer(order: TransferOrder, chainId: string): Transfer {
  const kind = KINDS.find(([, bits]) => (order.flags & bits) === bits)?.[0] ?? 'SEND';
  const [source] = order.currencyValues;
  const [valueId = order.destinationCurrencyId, amount = 0n] = source ?? [];
  // A mint names the native currency, although it makes another one.
  const fromId = kind === 'MINT' ? order.destinationCurrencyId : valueId;
  return {
    flags: order.flags,
    kind,
    fromId,
    amount,
    toId: targetOf(kind, fromId, order),
    viaId: kind === 'VIA' ? order.viaId : null,
    fee: order.fees,
    feeCurrencyId: order.feeCurrencyId,
    destination: order.destination.address,
    refundAddresses: order.destination.auxiliary.filter((address) => address !== ''),
    gatewayId: order.destination.gatewayId,
    destinationSystemId: order.exportToId ?? chainId,
  };
}

function targetOf(kind: TransferKind, fromId: string, { destinationCurrencyId }: TransferOrder): string | null {
  if (kind === 'BURN') return null;
  return kind === 'BUY' || kind === 'SELL' || kind === 'VIA' || kind === 'CONTRIBUTION'
    ? destinationCurrencyId
    : fromId;
}

/** The importer adds it, so that no export has it. */
export function isArbitrage({ flags }: Pick<Transfer, 'flags'>): boolean {
  return (flags & FLAGS.ARBITRAGE_ONLY) !== 0;
}
