import type { RowOf } from '@ledgergraph/chain-kit/db/table';
import { exportTable, importTable } from './flow-tables.ts';

interface Placed {
  chainId: string;
  /** Unix seconds of its block. */
  time: number;
}

/** Amounts are text of `writeAmounts`. */
export interface ExportRecord extends RowOf<typeof exportTable>, Placed {}
export interface ImportRecord extends RowOf<typeof importTable>, Placed {}

const time = (table: string): string => `(SELECT block.time FROM applied_block AS block
      WHERE block.chain = ${table}.chain AND block.height = ${table}.height) AS time`;

export const RECORD_COLUMNS = {
  export: `wanted.chain_id AS "chainId", ${exportTable.columns('export')}, ${time('export')}`,
  import: `wanted.chain_id AS "chainId", ${importTable.columns('import')}, ${time('import')}`,
} as const;
