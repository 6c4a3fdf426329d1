import { findObjects, findText, readInteger, readText } from '#/json-members.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

export interface ChainNotarization {
  /** i-address. */
  systemId: string;
  notarizationHeight: number;
  /** Null: the notarization proves none. */
  blockHash: string | null;
}

/**
 * CPBaaSNotarization (pbaas/pbaas.h) about another chain (not `samechain`). A notary chain accepts those of the launched chain with both
 * sides swapped (`ismirror`).
 * @returns undefined for all other outputs
 * @throws UnexpectedShapeError
 */
export function findChainNotarization(output: PayloadOutput): ChainNotarization | undefined {
  const payload = findPayload(output, 'acceptednotarization', 'earnednotarization');
  // The daemon prints a flag only where it is set.
  if (payload === undefined || payload.samechain === true) return undefined;
  const systemId = readText(payload, 'currencyid');
  const notarizationHeight = readInteger(payload, 'notarizationheight');
  const root = findObjects(payload, 'proofroots').find(
    (candidate) => candidate.systemid === systemId && readInteger(candidate, 'height') === notarizationHeight,
  );
  return { systemId, notarizationHeight, blockHash: root === undefined ? null : findText(root, 'blockhash') };
}
