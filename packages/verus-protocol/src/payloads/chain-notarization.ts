import { findObjects, findText, readInteger, readText } from '#/json-members.ts';
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
 * Decodes CPBaaSNotarization (pbaas/pbaas.h) where it is about another chain, not about a currency of this one (`samechain`). A notary chain
 * accepts what the launched chain earned, with both sides swapped (`ismirror`): it is about the launched chain then.
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
