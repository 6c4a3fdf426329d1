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
  destination: string;
  destinationSystemId: string;
  parentTxid: string | null;
  parentVout: number | null;
  /** Place of its export on its chain. */
  exportHeight: number | null;
  exportTxIndex: number | null;
  exportVout: number | null;
  exportOrdinal: number | null;
  /** Place of the import on its chain that paid it. */
  importHeight: number | null;
  importTxIndex: number | null;
  importVout: number | null;
  importOrdinal: number | null;
  outcome: 'SETTLED' | 'REFUNDED' | null;
  asExpected: boolean | null;
  basketId: string | null;
  fromPrice: bigint | null;
  toPrice: bigint | null;
  amountOut: bigint | null;
}

const SEEN = ['export', 'import'] as const;

/** A column that is null for a request which reads at a lower height than that of the link it belongs to. */
function seen(link: (typeof SEEN)[number], heightMax: string, column: string, name: string): string {
  return `CASE WHEN transfer.${link}_height <= ${heightMax} THEN transfer.${column} END AS "${name}"`;
}

/**
 * SQL of the columns of TransferRow.
 * @param chainId SQL of the i-address of the chain
 * @param heightMax SQL of the height that is read at
 */
export function transferColumns(chainId: string, heightMax: string): string {
  const exported = (column: string, name: string) => seen('export', heightMax, column, name);
  const imported = (column: string, name: string) => seen('import', heightMax, column, name);
  return `${chainId} AS "chainId", transfer.height, transfer.tx_index AS "txIndex", transfer.vout, encode(transfer.txid, 'hex') AS txid,
    (SELECT ${blockTime('block.time')} FROM applied_block AS block
      WHERE block.chain = transfer.chain AND block.height = transfer.height) AS time,
    transfer.kind, transfer.from_id AS "fromId", transfer.amount, transfer.to_id AS "toId", transfer.via_id AS "viaId", transfer.fee,
    transfer.fee_currency_id AS "feeCurrencyId", transfer.destination, transfer.destination_system_id AS "destinationSystemId",
    encode(transfer.parent_txid, 'hex') AS "parentTxid", transfer.parent_vout AS "parentVout",
    ${exported('export_height', 'exportHeight')}, ${exported('export_tx_index', 'exportTxIndex')},
    ${exported('export_vout', 'exportVout')}, ${exported('export_ordinal', 'exportOrdinal')},
    ${imported('import_height', 'importHeight')}, ${imported('import_tx_index', 'importTxIndex')},
    ${imported('import_vout', 'importVout')}, ${imported('import_ordinal', 'importOrdinal')},
    ${imported('outcome', 'outcome')}, ${imported('as_expected', 'asExpected')}, ${imported('basket_id', 'basketId')},
    ${imported('from_price', 'fromPrice')}, ${imported('to_price', 'toPrice')}, ${imported('amount_out', 'amountOut')}`;
}
