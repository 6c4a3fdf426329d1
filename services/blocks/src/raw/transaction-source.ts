import { hashTransaction } from '@ledgergraph/verus-protocol/transaction-hash';
import { pruneKept, saveRaw } from '#/db/raw-rows.ts';
import type { RawNode } from '#/following/client-nodes.ts';
import type { RawSource } from './raw-source.ts';

/** The bytes of a transaction, by its txid: its hash is the txid. */
export const TRANSACTION_SOURCE: RawSource<{ rawNodes(): readonly RawNode[] }> = {
  what: 'the bytes of transactions',
  /** Each may have 2 MB, as twice as many digits. */
  batch: 10,
  nodes: (chain) => chain.rawNodes().map((node) => (txids) => node.readRaw(txids)),
  judge: (_, __, txid, raw) => (hashTransaction(raw) === txid ? { kind: 'raw', raw } : { kind: 'mismatch' }),
  save: (db, chainId, rows) =>
    saveRaw(
      db,
      chainId,
      rows.map(({ key, raw }) => ({ txid: key, raw })),
    ),
  prune: (db, chainId, bytesMax) => pruneKept(db, 'raw_transaction', chainId, bytesMax),
};
