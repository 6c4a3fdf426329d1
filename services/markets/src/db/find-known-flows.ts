import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { FlowTransfer } from '#/flows/flow-rows.ts';
import { type KnownFlows, keyOf } from '#/flows/known-flows.ts';
import type { Outpoint } from '#/flows/place.ts';
import type { TransferKind } from '#/flows/transfer.ts';

interface Row {
  height: number;
  tx_index: number;
  vout: number;
  txid: string;
  kind: TransferKind;
  flags: bigint;
  from_id: string;
  amount: bigint;
  to_id: string | null;
  via_id: string | null;
  fee: bigint;
  fee_currency_id: string;
  destination: string;
  refund_addresses: string[];
  senders: string[];
  gateway_id: string | null;
  destination_system_id: string;
  parent_txid: string | null;
  parent_vout: number | null;
  export_height: number | null;
  export_tx_index: number | null;
  export_vout: number | null;
  export_ordinal: number | null;
  stage: number;
}

const COLUMNS = `
  transfer.height, transfer.tx_index, transfer.vout, encode(transfer.txid, 'hex') AS txid, kind, transfer.flags, from_id, amount, to_id, via_id, fee,
  fee_currency_id, destination, refund_addresses, senders, gateway_id, transfer.destination_system_id, encode(parent_txid, 'hex') AS parent_txid,
  parent_vout, export_height, export_tx_index, export_vout, export_ordinal, stage`;

const TRANSFERS = `
SELECT ${COLUMNS}
  FROM unnest($2::text[], $3::integer[]) AS wanted (txid, vout)
  JOIN transfer ON transfer.txid = decode(wanted.txid, 'hex') AND transfer.vout = wanted.vout
 WHERE transfer.chain = ${chainNumber(1)}`;

const EXPORTS = `
SELECT wanted.txid, wanted.vout, encode(export.hash_transfers, 'hex') AS "hashTransfers", export.height, export.tx_index AS "txIndex"
  FROM unnest($2::text[], $3::integer[]) AS wanted (txid, vout)
  JOIN export ON export.txid = decode(wanted.txid, 'hex') AND export.vout = wanted.vout
 WHERE export.chain = ${chainNumber(1)}`;

const OF_EXPORTS = `
SELECT ${COLUMNS}
  FROM unnest($2::integer[], $3::integer[], $4::integer[]) AS wanted (height, tx_index, vout)
  JOIN transfer ON transfer.chain = ${chainNumber(1)} AND transfer.export_height = wanted.height
   AND transfer.export_tx_index = wanted.tx_index AND transfer.export_vout = wanted.vout
 ORDER BY export_height, export_tx_index, transfer.export_vout, export_ordinal`;

/**
 * Transfers and exports in the database.
 * @param outpoints transfers that are looked for by their outputs
 * @param exports exports that are looked for with all their transfers
 */
export async function findKnownFlows(
  db: SqlExecutor,
  chainId: string,
  outpoints: readonly Outpoint[],
  exports: readonly Outpoint[],
): Promise<KnownFlows> {
  const known: KnownFlows = { transfers: new Map(), exports: new Map() };
  const rows =
    outpoints.length === 0 ? [] : await db.$queryRawUnsafe<Row[]>(TRANSFERS, chainId, ...columnsOf(outpoints));
  for (const row of rows) addTransfer(known, row);
  if (exports.length === 0) return known;
  const found = await db.$queryRawUnsafe<
    { txid: string; vout: number; hashTransfers: string; height: number; txIndex: number }[]
  >(EXPORTS, chainId, ...columnsOf(exports));
  if (found.length === 0) return known;
  const gathered = await db.$queryRawUnsafe<Row[]>(
    OF_EXPORTS,
    chainId,
    found.map(({ height }) => height),
    found.map(({ txIndex }) => txIndex),
    found.map(({ vout }) => vout),
  );
  const byExport = Map.groupBy(gathered, (row) => `${row.export_height}:${row.export_tx_index}:${row.export_vout}`);
  for (const { txid, vout, hashTransfers, height, txIndex } of found) {
    const transfers = (byExport.get(`${height}:${txIndex}:${vout}`) ?? []).map((row) => addTransfer(known, row));
    known.exports.set(keyOf({ txid, vout }), { hashTransfers, transfers });
  }
  return known;
}

function columnsOf(outpoints: readonly Outpoint[]): [string[], number[]] {
  return [outpoints.map(({ txid }) => txid), outpoints.map(({ vout }) => vout)];
}

/** One object for each transfer, however often it is found. */
function addTransfer({ transfers }: KnownFlows, row: Row): FlowTransfer {
  const found = transfers.get(keyOf(row));
  if (found !== undefined) return found;
  const added = toFlowTransfer(row);
  transfers.set(keyOf(row), added);
  return added;
}

function toFlowTransfer(row: Row): FlowTransfer {
  const { export_height: height, export_tx_index: txIndex, export_vout: vout, export_ordinal: ordinal } = row;
  const isExported = height !== null && txIndex !== null && vout !== null && ordinal !== null;
  return {
    ...{ height: row.height, txIndex: row.tx_index, txid: row.txid, vout: row.vout },
    transfer: {
      ...{
        flags: Number(row.flags),
        kind: row.kind,
        fromId: row.from_id,
        amount: row.amount,
        toId: row.to_id,
        viaId: row.via_id,
      },
      ...{ fee: row.fee, feeCurrencyId: row.fee_currency_id, destination: row.destination },
      ...{
        refundAddresses: row.refund_addresses,
        gatewayId: row.gateway_id,
        destinationSystemId: row.destination_system_id,
      },
    },
    senders: row.senders,
    parent:
      row.parent_txid === null || row.parent_vout === null ? null : { txid: row.parent_txid, vout: row.parent_vout },
    // It decides the stage of what waits. An import of this chain names what it pays.
    exported: isExported ? { height, txIndex, vout, ordinal, leaves: false } : null,
    settled: null,
  };
}
