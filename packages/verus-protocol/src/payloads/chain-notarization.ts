import { findObjects, findText, readInteger, readText } from '#/json-members.ts';
import type { JsonObject } from '#/lossless-json.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/** A notarization of a block of another chain. */
export interface ChainNotarization {
  /** i-address of the other chain. */
  systemId: string;
  notarizationHeight: number;
  /** Hash of its block at that height; null: the notarization proves none. */
  blockHash: string | null;
}

/**
 * Decodes CPBaaSNotarization (pbaas/pbaas.h) where it is about another chain: neither about a currency of this one (`samechain`) nor the
 * copy that a chain keeps of the other side's notarization of itself (`ismirror`).
 * @returns undefined for all other outputs
 * @throws UnexpectedShapeError
 */
export function findChainNotarization(output: PayloadOutput): ChainNotarization | undefined {
  const payload = findPayload(output, 'acceptednotarization', 'earnednotarization');
  if (payload === undefined || isSet(payload, 'samechain') || isSet(payload, 'ismirror')) return undefined;
  const systemId = readText(payload, 'currencyid');
  const notarizationHeight = readInteger(payload, 'notarizationheight');
  const root = findObjects(payload, 'proofroots').find(
    (candidate) => candidate.systemid === systemId && readInteger(candidate, 'height') === notarizationHeight,
  );
  return { systemId, notarizationHeight, blockHash: root === undefined ? null : findText(root, 'blockhash') };
}

/** The daemon prints a flag only where it is set. */
function isSet(payload: JsonObject, member: string): boolean {
  return payload[member] === true;
}
