import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { type ChainNotarization, findChainNotarization } from '@ledgergraph/verus-protocol/payloads/chain-notarization';
import { type FinalizationStatus, findFinalization } from '@ledgergraph/verus-protocol/payloads/finalization';

/** A notarization of another chain, at its place. */
export interface ReadNotarization extends ChainNotarization {
  txIndex: number;
  vout: number;
  txid: string;
}

/** A change of the status of a notarization, at its place. */
export interface ReadFinalization {
  txIndex: number;
  vout: number;
  status: FinalizationStatus;
  /** Output with the notarization. */
  targetTxid: string;
  targetVout: number;
}

export interface ReadNotarizations {
  notarizations: ReadNotarization[];
  finalizations: ReadFinalization[];
}

/** Notarizations of other chains in a block, and what it decides about them, in the order of its outputs. @throws UnexpectedShapeError */
export function readNotarizations({ transactions }: Pick<Block, 'transactions'>): ReadNotarizations {
  const read: ReadNotarizations = { notarizations: [], finalizations: [] };
  for (const { index: txIndex, txid: txidBytes, outputs } of transactions) {
    for (const output of outputs) {
      const notarization = findChainNotarization(output);
      const finalization = findFinalization(output);
      const place = { txIndex, vout: output.index };
      const txid = hex(txidBytes);
      if (notarization !== undefined) read.notarizations.push({ ...place, txid, ...notarization });
      if (finalization !== undefined) {
        const { status, txid: targetTxid, vout: targetVout } = finalization;
        read.finalizations.push({ ...place, status, targetTxid: targetTxid ?? txid, targetVout });
      }
    }
  }
  return read;
}
