import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import type { TransferKind } from '#/flows/transfer.ts';

/** A transfer as of a height: what later blocks made of it is null. Amounts in satoshis. */
export interface TransferRow {
  chainId: string;
  height: number;
  txIndex: number;
  /** Below zero: a transfer of another system that an import here paid. */
  vout: number;
  txid: string;
  /** Unix seconds of its block. */
  time: number;
  kind: TransferKind;
  fromId: string;
  amount: bigint;
  toId: string | null;
  viaId: string | null;
  fee: bigint;
  feeCurrencyId: string;
  senders: string[];
  destination: string;
  destinationSystemId: string;
  parentTxid: string | null;
  parentVout: number | null;
  /** Its export on its chain, and its position there. */
  exportTxid: string | null;
  exportVout: number | null;
  exportOrdinal: number | null;
  /** The import on its chain that paid it, its place, the time of its block, and the position of the transfer there. */
  importTxid: string | null;
  importHeight: number | null;
  importTxIndex: number | null;
  importVout: number | null;
  importOrdinal: number | null;
  importTime: number | null;
  outcome: 'SETTLED' | 'REFUNDED' | null;
  followsRules: boolean | null;
  basketId: string | null;
  fromPrice: bigint | null;
  toPrice: bigint | null;
  amountOut: bigint | null;
}

const TXID = "encode(linked.txid, 'hex')";

/** Time of the block at a height of the row `transfer`. */
function timeAt(height: string): string {
  return `(SELECT ${blockTime('block.time')} FROM applied_block AS block WHERE block.chain = transfer.chain AND block.height = ${height})`;
}

/** A column of the export or import that a transfer is linked to. */
function linked(link: 'export' | 'import', column: string): string {
  return `(SELECT ${column} FROM ${link} AS linked
      WHERE linked.chain = transfer.chain AND linked.height = transfer.${link}_height
        AND linked.tx_index = transfer.${link}_tx_index AND linked.vout = transfer.${link}_vout)`;
}

/**
 * System whose import pays a transfer. A contribution names none: it is paid on the system of the currency, which may be a chain that is
 * launched here; its export then has the last word, and an import here, by which it comes back.
 */
function destinationSystem(chainId: string, heightMax: string): string {
  return `CASE WHEN transfer.kind = 'CONTRIBUTION' THEN coalesce(
      CASE WHEN transfer.import_height <= ${heightMax} THEN ${chainId} END,
      CASE WHEN transfer.export_height <= ${heightMax} THEN ${linked('export', 'linked.destination_system_id')} END,
      (SELECT system.system_id FROM currency_system AS system
        WHERE system.chain = transfer.chain AND system.currency_id = transfer.to_id),
      transfer.destination_system_id) ELSE transfer.destination_system_id END`;
}

/**
 * SQL of the columns of TransferRow, from a row `transfer`.
 * @param chainId SQL of the i-address of the chain
 * @param heightMax SQL of the height that is read at: links that were made above it do not exist
 */
export function transferColumns(chainId: string, heightMax: string): string {
  const ofLink = (link: string, value: string, name: string): string =>
    `CASE WHEN transfer.${link}_height <= ${heightMax} THEN ${value} END AS "${name}"`;
  const exported = (column: string, name: string) => ofLink('export', `transfer.${column}`, name);
  const imported = (column: string, name: string) => ofLink('import', `transfer.${column}`, name);
  return `${chainId} AS "chainId", transfer.height, transfer.tx_index AS "txIndex", transfer.vout, encode(transfer.txid, 'hex') AS txid,
    ${timeAt('transfer.height')} AS time,
    transfer.kind, transfer.from_id AS "fromId", transfer.amount, transfer.to_id AS "toId", transfer.via_id AS "viaId", transfer.fee,
    transfer.fee_currency_id AS "feeCurrencyId", transfer.senders, transfer.destination, ${destinationSystem(chainId, heightMax)} AS "destinationSystemId",
    encode(transfer.parent_txid, 'hex') AS "parentTxid", transfer.parent_vout AS "parentVout",
    ${ofLink('export', linked('export', TXID), 'exportTxid')}, ${exported('export_vout', 'exportVout')},
    ${exported('export_ordinal', 'exportOrdinal')}, ${ofLink('import', linked('import', TXID), 'importTxid')},
    ${imported('import_height', 'importHeight')}, ${imported('import_tx_index', 'importTxIndex')},
    ${imported('import_vout', 'importVout')}, ${imported('import_ordinal', 'importOrdinal')},
    ${ofLink('import', timeAt('transfer.import_height'), 'importTime')},
    ${imported('outcome', 'outcome')}, ${imported('follows_rules', 'followsRules')}, ${imported('basket_id', 'basketId')},
    ${imported('from_price', 'fromPrice')}, ${imported('to_price', 'toPrice')}, ${imported('amount_out', 'amountOut')}`;
}
