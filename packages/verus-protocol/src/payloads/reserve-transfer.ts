import { addressOfKey } from '#/address.ts';
import { findAmount, findObject, findObjects, findText, readAmount, readInteger, readText } from '#/json-members.ts';
import { isJsonObject, type JsonObject } from '#/lossless-json.ts';
import { readCurrencyValues } from './currency-values.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/** A transfer or conversion on its way to an import (docs/verus/outputs.md#token-values); amounts in satoshis. */
export interface ReserveTransfer {
  flags: number;
  /** By currency i-address. */
  currencyValues: ReadonlyMap<string, bigint>;
  feeCurrencyId: string;
  fees: bigint;
}

/** Decodes the amounts of CReserveTransfer (pbaas/reserves.h). @throws UnexpectedShapeError */
export function readReserveTransfer(payload: JsonObject): ReserveTransfer {
  return {
    flags: readInteger(payload, 'flags'),
    currencyValues: readCurrencyValues(payload),
    feeCurrencyId: readText(payload, 'feecurrencyid'),
    fees: readAmount(payload, 'fees'),
  };
}

/** Type of a destination without its flags, and the type of a public key. */
const [DESTINATION_TYPE, DEST_PK] = [0x3f, 1];
/** A public key, compressed or not. */
const KEY = /^(?:[0-9a-f]{66}|[0-9a-f]{130})$/;

/** Where a transfer goes: CTransferDestination (pbaas/reserves.h). */
export interface TransferDestination {
  /** Base58 address, or 0x… on Ethereum; empty where the daemon prints none. */
  address: string;
  /** DEST_PKH 2, DEST_ID 4, DEST_ETH 9 …; 64: auxiliary addresses follow; 128: a further leg to `gatewayId`. */
  type: number;
  /** System of the leg that follows once the transfer is imported; null: it ends with the import. */
  gatewayId: string | null;
  /** Satoshis kept for that leg. */
  legFees: bigint;
  /** Further addresses; the first may get a refund where `address` does not fit the chain. */
  auxiliary: string[];
}

/** A transfer with all that decides what becomes of it. */
export interface TransferOrder extends ReserveTransfer {
  /** Currency that is asked for, or the currency whose import carries the transfer out. */
  destinationCurrencyId: string;
  /** Basket of a conversion from reserve to reserve. */
  viaId: string | null;
  /** System of a transfer to another chain. */
  exportToId: string | null;
  destination: TransferDestination;
}

/** Decodes the whole of CReserveTransfer (core_write.cpp, CReserveTransfer::ToUniValue). @throws UnexpectedShapeError */
export function readTransferOrder(payload: JsonObject): TransferOrder {
  return {
    ...readReserveTransfer(payload),
    destinationCurrencyId: readText(payload, 'destinationcurrencyid'),
    viaId: findText(payload, 'via'),
    exportToId: findText(payload, 'exportto'),
    destination: readDestination(findObject(payload, 'destination')),
  };
}

/**
 * The transfer that an output holds.
 * @returns undefined for outputs of other kinds
 * @throws UnexpectedShapeError
 */
export function findTransferOrder(output: PayloadOutput): TransferOrder | undefined {
  const payload = findPayload(output, 'reservetransfer');
  return payload && readTransferOrder(payload);
}

function readDestination(printed: JsonObject): TransferDestination {
  return {
    address: addressOf(printed),
    type: readInteger(printed, 'type'),
    gatewayId: findText(printed, 'gateway'),
    legFees: findAmount(printed, 'fees') ?? 0n,
    auxiliary: findObjects(printed, 'auxdests').map(addressOf),
  };
}

/**
 * A destination that is no address (a script, a nested transfer) is printed as an object, or as no text at all. A whole identity has one. A
 * public key is printed itself, and its outputs belong to its address.
 */
function addressOf(printed: JsonObject): string {
  const { address } = printed;
  if (typeof address === 'string') {
    const isKey = (readInteger(printed, 'type') & DESTINATION_TYPE) === DEST_PK && KEY.test(address);
    return isKey ? addressOfKey(Buffer.from(address, 'hex')) : address;
  }
  const { identity } = printed;
  return isJsonObject(identity) ? (findText(identity, 'identityaddress') ?? '') : '';
}
