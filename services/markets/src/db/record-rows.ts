import { blockTime } from '@ledgergraph/chain-kit/db/block-time';

/** An export; amounts as text of `writeAmounts`. */
export interface ExportRecord {
  chainId: string;
  height: number;
  txIndex: number;
  vout: number;
  txid: string;
  /** Unix seconds of its block. */
  time: number;
  destinationSystemId: string;
  currencyId: string;
  /** Heights of this chain whose transfers it gathers, both included. */
  fromHeight: bigint;
  toHeight: bigint;
  totalAmounts: string;
  totalFees: string;
  totalBurned: string;
  hashTransfers: string;
  transferCount: number;
}

export interface ImportRecord {
  chainId: string;
  height: number;
  txIndex: number;
  vout: number;
  txid: string;
  /** Unix seconds of its block. */
  time: number;
  sourceSystemId: string;
  currencyId: string;
  /** Key of its export on the source system; null: it begins a currency. */
  exportTxid: string | null;
  exportVout: number | null;
  /** Output that carries its state; null: no output does. */
  stateVout: number | null;
  transferCount: number;
}

function common(table: string, chainId: string): string {
  return `${chainId} AS "chainId", ${table}.height, ${table}.tx_index AS "txIndex", ${table}.vout, encode(${table}.txid, 'hex') AS txid,
    (SELECT ${blockTime('block.time')} FROM applied_block AS block
      WHERE block.chain = ${table}.chain AND block.height = ${table}.height) AS time,
    ${table}.currency_id AS "currencyId", ${table}.transfer_count AS "transferCount"`;
}

/** SQL of the columns of ExportRecord, from a row `export`. @param chainId SQL of the i-address of the chain */
export function exportColumns(chainId: string): string {
  return `${common('export', chainId)}, export.destination_system_id AS "destinationSystemId", export.from_height AS "fromHeight",
    export.to_height AS "toHeight", export.total_amounts AS "totalAmounts", export.total_fees AS "totalFees",
    export.total_burned AS "totalBurned", encode(export.hash_transfers, 'hex') AS "hashTransfers"`;
}

/** SQL of the columns of ImportRecord, from a row `import`. @param chainId SQL of the i-address of the chain */
export function importColumns(chainId: string): string {
  return `${common('import', chainId)}, import.source_system_id AS "sourceSystemId", encode(import.export_txid, 'hex') AS "exportTxid",
    import.export_out AS "exportVout", import.state_vout AS "stateVout"`;
}
