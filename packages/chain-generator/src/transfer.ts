import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { addTo, decimal, decimals, whole } from './amounts.ts';
import { type Draft, type Names, protocolOutput } from './outputs.ts';

/** docs/verus/outputs.md#flags-of-transfers-exports-and-imports. */
export const TRANSFER = {
  VALID: 1,
  CONVERT: 2,
  PRECONVERT: 4,
  MINT: 0x20,
  CROSS_SYSTEM: 0x40,
  BURN_PRICE: 0x80,
  BURN_WEIGHT: 0x100,
  TO_SOURCE: 0x200,
  VIA: 0x400,
  CURRENCY_EXPORT: 0x2000,
} as const;

/** As printed, in order; each only where its flag is set. */
const MARKS = {
  importtosource: TRANSFER.TO_SOURCE,
  convert: TRANSFER.CONVERT,
  preconvert: TRANSFER.PRECONVERT,
  reservetoreserve: TRANSFER.VIA,
  burnchangeprice: TRANSFER.BURN_PRICE,
  burnchangeweight: TRANSFER.BURN_WEIGHT,
  mint: TRANSFER.MINT,
};
const WITH_AUXILIARY = 64;
const WITH_GATEWAY = 128;

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

/** Satoshis. */
export interface TransferRequest {
  kind: TransferKind;
  flags: number;
  /** Key of `currencyvalues`: the native currency for a mint. */
  fromId: string;
  amount: bigint;
  toId: string;
  viaId?: string;
  feeCurrencyId: string;
  fee: bigint;
  destination: string;
  refundTo?: string;
  /** An onward leg, with its fee in `feeCurrencyId`. */
  gateway?: { systemId: string; fees: bigint };
  exportTo?: string;
  definition?: JsonObject;
}

/** Its import currency, or the system that it leaves for. */
export function threadOf({ flags, fromId, toId, viaId, exportTo }: TransferRequest): string {
  return exportTo ?? viaId ?? ((flags & TRANSFER.TO_SOURCE) !== 0 ? fromId : toId);
}

/** Native ones included: of a mint the fee alone. */
export function amountsOf({ kind, fromId, amount, feeCurrencyId, fee, gateway }: TransferRequest): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  if (kind !== 'MINT') addTo(sums, fromId, amount);
  addTo(sums, feeCurrencyId, fee + (gateway?.fees ?? 0n));
  return sums;
}

export function transferOutput(names: Names, request: TransferRequest): Draft {
  const output = protocolOutput('reservetransfer', printTransfer(request), amountsOf(request), names);
  return { ...output, about: threadOf(request) };
}

export function printTransfer(request: TransferRequest): JsonObject {
  const { flags, fromId, amount, toId, viaId, feeCurrencyId, fee, exportTo } = request;
  const marks = Object.entries(MARKS).filter(([, flag]) => (flags & flag) !== 0);
  return {
    version: whole(1),
    currencyvalues: decimals(new Map([[fromId, amount]])),
    flags: whole(flags),
    ...(exportTo === undefined ? {} : { crosssystem: true, exportto: exportTo }),
    ...Object.fromEntries(marks.map(([mark]) => [mark, true])),
    feecurrencyid: feeCurrencyId,
    fees: decimal(fee),
    destinationcurrencyid: toId,
    ...(viaId === undefined ? {} : { via: viaId }),
    destination: printDestination(request),
  };
}

function printDestination({ destination, refundTo, gateway, definition }: TransferRequest): JsonObject {
  const typeOf = (address: string): number => (address.startsWith('i') ? 4 : 2);
  const plain = definition === undefined ? typeOf(destination) : 6;
  const type = plain + (refundTo === undefined ? 0 : WITH_AUXILIARY) + (gateway === undefined ? 0 : WITH_GATEWAY);
  return {
    ...(definition === undefined ? { address: destination } : { currency: definition, serializeddata: '00' }),
    ...(refundTo === undefined ? {} : { auxdests: [{ address: refundTo, type: whole(typeOf(refundTo)) }] }),
    ...(gateway === undefined ? {} : { gateway: gateway.systemId, fees: decimal(gateway.fees) }),
    type: whole(type),
  };
}
