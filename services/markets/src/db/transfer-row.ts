import { type FlowTransfer, transferTable } from './flow-tables.ts';

/** Links that later blocks made are null. */
export interface TransferRow extends FlowTransfer {
  chainId: string;
  /** Unix seconds. */
  time: number;
  importTime: number | null;
  exportTxid: string | null;
  importTxid: string | null;
}

/** As the newest block has it. */
export interface StoredTransfer extends Omit<TransferRow, 'chainId'> {
  exportedTo: string | null;
  /** System of the currency that a contribution is for. */
  launchSystemId: string | null;
}

const timeAt = (height: string): string =>
  `(SELECT block.time FROM applied_block AS block WHERE block.chain = transfer.chain AND block.height = ${height})`;

const OF_EXPORT = `FROM export AS linked WHERE linked.chain = transfer.chain AND linked.height = transfer.export_height
        AND linked.tx_index = transfer.export_tx_index AND linked.vout = transfer.export_vout`;
const OF_IMPORT = `FROM import AS linked WHERE linked.chain = transfer.chain AND linked.height = transfer.import_height
        AND linked.tx_index = transfer.import_tx_index AND linked.vout = transfer.import_vout`;

export const TRANSFER_COLUMNS = `${transferTable.columns('transfer')},
    ${timeAt('transfer.height')} AS time, ${timeAt('transfer.import_height')} AS "importTime",
    (SELECT encode(linked.txid, 'hex') ${OF_EXPORT}) AS "exportTxid", (SELECT linked.destination_system_id ${OF_EXPORT}) AS "exportedTo",
    (SELECT encode(linked.txid, 'hex') ${OF_IMPORT}) AS "importTxid",
    CASE WHEN transfer.kind = 'CONTRIBUTION' THEN (SELECT own.system_id FROM currency_system AS own
      WHERE own.chain = transfer.chain AND own.currency_id = transfer.to_id) END AS "launchSystemId"`;

const NO_EXPORT = {
  exportHeight: null,
  exportTxIndex: null,
  exportVout: null,
  exportOrdinal: null,
  exportTxid: null,
} as const;

const NO_IMPORT = {
  importHeight: null,
  importTxIndex: null,
  importVout: null,
  importOrdinal: null,
  importTxid: null,
  importTime: null,
  followsRules: null,
  basketId: null,
  fromPrice: null,
  toPrice: null,
  amountOut: null,
} as const;

/** Leaves out links that were made above the height. */
export function transferAt(
  { exportedTo, launchSystemId, ...row }: StoredTransfer,
  { chainId, height }: { chainId: string; height: number },
): TransferRow {
  const isPaid = row.importHeight !== null && row.importHeight <= height;
  const isExported = row.exportHeight !== null && row.exportHeight <= height;
  // A contribution names no system: its currency's counts, unless an export shows another, or an import here paid it back.
  const launchedOn = isPaid ? chainId : isExported ? exportedTo : launchSystemId;
  const exportedState = exportedTo === null || exportedTo === chainId ? 'EXPORTED' : 'LEFT';
  return {
    ...row,
    ...(isExported ? undefined : NO_EXPORT),
    ...(isPaid ? undefined : NO_IMPORT),
    chainId,
    destinationSystemId: (row.kind === 'CONTRIBUTION' && launchedOn) || row.destinationSystemId,
    state: isPaid ? row.state : isExported ? exportedState : 'PENDING',
  };
}
