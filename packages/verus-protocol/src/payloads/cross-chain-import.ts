import { readInteger, readText } from '#/json-members.ts';
import { type Amounts, readAmounts } from './cross-chain-export.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/** crosschainimport.flags (pbaas/crosschainrpc.h, CCrossChainImport). */
export const IMPORT_FLAGS = {
  DEFINITION: 0x1,
  INITIAL_LAUNCH: 0x2,
  POST_LAUNCH: 0x4,
  SAME_CHAIN: 0x8,
  SOURCE_SYSTEM: 0x40,
} as const;

const NO_HASH = '0'.repeat(64);

export interface ExportKey {
  txid: string;
  vout: number;
}

/** Amounts are in satoshis. */
export interface CrossChainImport {
  flags: number;
  sourceSystemId: string;
  sourceHeight: number;
  currencyId: string;
  /** Null for the first import of a definition. From Ethereum the txid is a hash of the export. */
  exportKey: ExportKey | null;
  /** Payouts, then rewards, follow. */
  outputCount: number;
  valueIn: Amounts;
  hashTransfers: string;
}

/** CCrossChainImport (pbaas/crosschainrpc.h). @returns undefined for outputs of other kinds @throws UnexpectedShapeError */
export function findImport(output: PayloadOutput): CrossChainImport | undefined {
  const payload = findPayload(output, 'crosschainimport');
  if (payload === undefined) return undefined;
  const txid = readText(payload, 'exporttxid');
  return {
    flags: readInteger(payload, 'flags'),
    sourceSystemId: readText(payload, 'sourcesystemid'),
    sourceHeight: readInteger(payload, 'sourceheight'),
    currencyId: readText(payload, 'importcurrencyid'),
    exportKey: txid === NO_HASH ? null : { txid, vout: readInteger(payload, 'exporttxout') },
    outputCount: readInteger(payload, 'numoutputs'),
    valueIn: readAmounts(payload, 'valuein'),
    hashTransfers: readText(payload, 'hashtransfers'),
  };
}
