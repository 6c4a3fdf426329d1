import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import type { RowOf } from '@ledgergraph/chain-kit/db/table';
import { exportTable, importTable } from './flow-tables.ts';

interface Placed {
  chainId: string;
  /** Unix seconds of its block. */
  time: number;
}

/** An export; amounts as text of `writeAmounts`. */
export interface ExportRecord extends RowOf<typeof exportTable>, Placed {}
export interface ImportRecord extends RowOf<typeof importTable>, Placed {}

const time = (table: string): string => `(SELECT ${blockTime('block.time')} FROM applied_block AS block
      WHERE block.chain = ${table}.chain AND block.height = ${table}.height) AS time`;

/** SQL of the columns of a record, from a row of its table that a key `wanted` asks for. */
export const RECORD_COLUMNS = {
  export: `wanted.chain_id AS "chainId", ${exportTable.columns('export')}, ${time('export')}`,
  import: `wanted.chain_id AS "chainId", ${importTable.columns('import')}, ${time('import')}`,
} as const;
