import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { keyOf, type Outpoint } from '#/flows/place.ts';
import { type FlowTransfer, transferTable } from './flow-tables.ts';

export interface KnownExport {
  hashTransfers: string;
  transfers: FlowTransfer[];
}

export interface KnownFlows {
  transfers: Map<string, FlowTransfer>;
  exports: Map<string, KnownExport>;
}

const COLUMNS = transferTable.columns();
const BY_OUTPOINTS = `
SELECT ${COLUMNS}
  FROM unnest($2::text[], $3::integer[]) AS wanted (txid, vout)
  JOIN transfer ON transfer.txid = decode(wanted.txid, 'hex') AND transfer.vout = wanted.vout
 WHERE transfer.chain = $1`;
const EXPORTS = `
SELECT wanted.txid, wanted.vout, encode(export.hash_transfers, 'hex') AS "hashTransfers", export.height, export.tx_index AS "txIndex"
  FROM unnest($2::text[], $3::integer[]) AS wanted (txid, vout)
  JOIN export ON export.txid = decode(wanted.txid, 'hex') AND export.vout = wanted.vout
 WHERE export.chain = $1`;
const OF_EXPORTS = `
SELECT ${COLUMNS}
  FROM unnest($2::integer[], $3::integer[], $4::integer[]) AS wanted (height, tx_index, vout)
  JOIN transfer ON transfer.chain = $1 AND transfer.export_height = wanted.height
   AND transfer.export_tx_index = wanted.tx_index AND transfer.export_vout = wanted.vout
 ORDER BY transfer.export_height, transfer.export_tx_index, transfer.export_vout, transfer.export_ordinal`;

/** @param exports are found with all their transfers */
export async function findKnownFlows(
  db: SqlExecutor,
  chain: number,
  outpoints: readonly Outpoint[],
  exports: readonly Outpoint[],
): Promise<KnownFlows> {
  const known: KnownFlows = { transfers: new Map(), exports: new Map() };
  const read = <Row>(sql: string, rows: readonly object[], ...columns: unknown[][]): PromiseLike<Row[]> | Row[] =>
    rows.length === 0 ? [] : db.$queryRawUnsafe<Row[]>(sql, chain, ...columns);
  const outputsOf = (all: readonly Outpoint[]) => [all.map(({ txid }) => txid), all.map(({ vout }) => vout)];
  for (const row of await read<FlowTransfer>(BY_OUTPOINTS, outpoints, ...outputsOf(outpoints))) {
    known.transfers.set(keyOf(row), row);
  }
  const found = await read<{ txid: string; vout: number; hashTransfers: string; height: number; txIndex: number }>(
    EXPORTS,
    exports,
    ...outputsOf(exports),
  );
  const gathered = await read<FlowTransfer>(
    OF_EXPORTS,
    found,
    found.map(({ height }) => height),
    found.map(({ txIndex }) => txIndex),
    found.map(({ vout }) => vout),
  );
  const byExport = Map.groupBy(gathered, (row) => `${row.exportHeight}:${row.exportTxIndex}:${row.exportVout}`);
  for (const { txid, vout, hashTransfers, height, txIndex } of found) {
    const own = byExport.get(`${height}:${txIndex}:${vout}`) ?? [];
    known.exports.set(keyOf({ txid, vout }), { hashTransfers, transfers: own.map((row) => once(known, row)) });
  }
  return known;
}

/** Keeps one object for each transfer, however often it is found. */
function once({ transfers }: KnownFlows, row: FlowTransfer): FlowTransfer {
  const found = transfers.get(keyOf(row)) ?? row;
  transfers.set(keyOf(row), found);
  return found;
}
