import { hex } from '@ledgergraph/chain-kit/hex';
import type { Module } from '@ledgergraph/chain-kit/indexing/module';
import { findChainNotarization } from '@ledgergraph/verus-protocol/payloads/chain-notarization';
import { findFinalization } from '@ledgergraph/verus-protocol/payloads/finalization';
import {
  type FinalizationRow,
  finalizations,
  type NotarizationRow,
  type NotarizationStatus,
  notarizations as table,
} from '#/db/notarizations.ts';

interface NotarizationRows {
  notarizations: NotarizationRow[];
  finalizations: FinalizationRow[];
}

export const notarizations: Module<NotarizationRows> = {
  tables: { notarizations: table, finalizations },
  read: ({ height, transactions }) => {
    const rows: NotarizationRows = { notarizations: [], finalizations: [] };
    for (const { index: txIndex, txid: id, outputs } of transactions) {
      const txid = hex(id);
      for (const output of outputs) {
        const place = { height, txIndex, vout: output.index };
        const stated = findChainNotarization(output);
        if (stated !== undefined) {
          const { systemId, notarizationHeight: notarizedAt, blockHash: notarizedHash } = stated;
          rows.notarizations.push({ ...place, txid, systemId, notarizedAt, notarizedHash });
        }
        const decided = findFinalization(output);
        if (decided !== undefined) {
          const status = decided.status.toUpperCase() as NotarizationStatus;
          // Without a txid the decision is about an output of its own transaction.
          rows.finalizations.push({ ...place, targetTxid: decided.txid ?? txid, targetVout: decided.vout, status });
        }
      }
    }
    return rows;
  },
};
