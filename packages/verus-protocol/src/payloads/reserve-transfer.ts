import { addressOfKey } from '#/address.ts';
import { findAmount, findObject, findObjects, findText, readAmount, readInteger, readText } from '#/json-members.ts';
import { isJsonObject, type JsonObject } from '#/lossless-json.ts';
import { readCurrencyValues } from './currency-values.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/** On its way to an import (docs/verus/outputs.md#token-values); amounts in satoshis. */
export interface ReserveTransfer {
  flags: number;
  /** By i-address. */
  currencyValues: ReadonlyMap<string, bigint>;
  feeCurrencyId: string;
  fees: bigint;
}

/** CReserveTransfer (pbaas/reserves.h). @throws UnexpectedShapeError */
export function readReserveTransfer(payload: JsonObject): ReserveTransfer {
  return {
    flags: readInteger(payload, 'flags'),
    currencyValues: readCurrencyValues(payload),
    feeCurrencyId: readText(payload, 'feecurrencyid'),
    fees: readAmount(payload, 'fees'),
  };
}

/** Mask that takes the flags off a type, and the type of a public key. */
const [DESTINATION_TYPE, DEST_PK] = [0x3f, 1];
const KEY = /^(?:[0-9a-f]{66}|[0-9a-f]{130})$/;

/** CTransferDestination (pbaas/reserves.h). */
export interface TransferDestination {
  /** Base58, or 0x… on Ethereum; empty where the daemon prints none. */
  address: string;
  /** DEST_PKH 2, DEST_ID 4, DEST_ETH 9 …; 64: auxiliary addresses follow; 128: a further leg to `gatewayId`. */
  type: number;
  /** System of the leg after the import; null without such a leg. */
  gatewayId: string | null;
  /** Satoshis for that leg. */
  legFees: bigint;
  /** The first may get a refund where `address` does not fit the chain. */
  auxiliary: string[];
}

export interface TransferOrder extends ReserveTransfer {
  /** The wanted currency, or the one whose import carries the transfer out. */
  destinationCurrencyId: string;
  viaId: string | null;
  exportToId: string | null;
  destination: TransferDestination;
}

/** core_write.cpp, CReserveTransfer::ToUniValue. @throws UnexpectedShapeError */
export function readTransferOrder(payload: JsonObject): TransferOrder {
  return {
    ...readReserveTransfer(payload),
    destinationCurrencyId: readText(payload, 'destinationcurrencyid'),
    viaId: findText(payload, 'via'),
    exportToId: findText(payload, 'exportto'),
    destination: readDestination(findObject(payload, 'destination')),
  };
}

/** @returns undefined for outputs of other kinds @throws UnexpectedShapeError */
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
 * A script or a nested transfer is printed as an object, or as no text. A whole identity has an address. A public key is printed itself,
 * and its outputs belong to its address.
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
