import { findAddress, findObject, findObjects, findText, readAmount, readInteger, readText } from '#/json-members.ts';
import type { JsonObject } from '#/lossless-json.ts';
import { findPayload, type PayloadOutput } from './payload.ts';
import { readTransferOrder, type TransferOrder } from './reserve-transfer.ts';

/** crosschainexport.flags (pbaas/crosschainrpc.h, CCrossChainExport). */
export const EXPORT_FLAGS = {
  PRELAUNCH: 0x1,
  CLEAR_LAUNCH: 0x2,
  SUPPLEMENTAL: 0x8,
  EVIDENCE_ONLY: 0x10,
  DEFINITION: 0x40,
  POST_LAUNCH: 0x80,
  SYSTEM_THREAD: 0x100,
} as const;

/** In satoshis, by i-address. */
export type Amounts = ReadonlyMap<string, bigint>;

/** Amounts are in satoshis. */
export interface CrossChainExport {
  flags: number;
  sourceSystemId: string;
  destinationSystemId: string;
  destinationCurrencyId: string;
  /** Heights of the source, both included. */
  sourceHeightStart: number;
  sourceHeightEnd: number;
  /** Inputs firstInput … firstInput + inputCount − 1 spend its transfers; -1: none. */
  firstInput: number;
  inputCount: number;
  totalAmounts: Amounts;
  totalFees: Amounts;
  totalBurned: Amounts;
  hashTransfers: string;
  /** The party that brought it into a block; null where the export names no one. */
  rewardAddress: string | null;
}

/**
 * CCrossChainExport (pbaas/crosschainrpc.h). One with a supplement or evidence stands in the transaction of an import: see
 * `findSupplement`.
 * @returns undefined for all other outputs
 * @throws UnexpectedShapeError
 */
export function findExport(output: PayloadOutput): CrossChainExport | undefined {
  const payload = findPayload(output, 'crosschainexport');
  if (payload === undefined || isSupplement(payload)) return undefined;
  return {
    flags: readInteger(payload, 'flags'),
    sourceSystemId: readText(payload, 'sourcesystemid'),
    destinationSystemId: readText(payload, 'destinationsystemid'),
    destinationCurrencyId: readText(payload, 'destinationcurrencyid'),
    sourceHeightStart: readInteger(payload, 'sourceheightstart'),
    sourceHeightEnd: readInteger(payload, 'sourceheightend'),
    firstInput: readInteger(payload, 'firstinput'),
    inputCount: readInteger(payload, 'numinputs'),
    totalAmounts: readAmounts(payload, 'totalamounts'),
    totalFees: readAmounts(payload, 'totalfees'),
    totalBurned: readAmounts(payload, 'totalburned'),
    hashTransfers: findText(payload, 'hashtransfers') ?? '',
    rewardAddress: findAddress(payload, 'rewardaddress'),
  };
}

/**
 * Transfers that a supplement repeats in the transaction of an import, in the order of their export; empty for mere evidence.
 * @returns undefined for every other output
 * @throws UnexpectedShapeError
 */
export function findSupplement(output: PayloadOutput): TransferOrder[] | undefined {
  const payload = findPayload(output, 'crosschainexport');
  if (payload === undefined || !isSupplement(payload)) return undefined;
  return findObjects(payload, 'transfers').map(readTransferOrder);
}

function isSupplement(payload: JsonObject): boolean {
  return (readInteger(payload, 'flags') & (EXPORT_FLAGS.SUPPLEMENTAL | EXPORT_FLAGS.EVIDENCE_ONLY)) !== 0;
}

/** Absent counts as empty. */
export function readAmounts(payload: JsonObject, member: string): Amounts {
  const printed = findObject(payload, member);
  return new Map(Object.keys(printed).map((currencyId) => [currencyId, readAmount(printed, currencyId)]));
}
