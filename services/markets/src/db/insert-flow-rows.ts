import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { bytes } from '@ledgergraph/chain-kit/hex';
import type { ExportRow, FlowTransfer, ImportRow, PayoutRow } from '#/flows/flow-rows.ts';
import { writeAmounts } from './amounts-text.ts';
import { stageOf } from './transfer-stage.ts';

/** A member of a list; see the Prisma schema. */
export interface ListingRow {
  scope: bigint;
  height: number;
  txIndex: number;
  vout: number;
  ordinal: number;
  since: number;
}

const TRANSFER_COLUMNS = {
  chain: 'smallint',
  height: 'integer',
  tx_index: 'integer',
  vout: 'integer',
  txid: 'bytea',
  kind: 'text',
  flags: 'bigint',
  from_id: 'text',
  amount: 'bigint',
  to_id: 'text',
  via_id: 'text',
  fee: 'bigint',
  fee_currency_id: 'text',
  destination: 'text',
  refund_addresses: 'text[]',
  senders: 'text[]',
  gateway_id: 'text',
  destination_system_id: 'text',
  parent_txid: 'bytea',
  parent_vout: 'integer',
  export_height: 'integer',
  export_tx_index: 'integer',
  export_vout: 'integer',
  export_ordinal: 'integer',
  import_height: 'integer',
  import_tx_index: 'integer',
  import_vout: 'integer',
  import_ordinal: 'integer',
  outcome: 'text',
  follows_rules: 'boolean',
  basket_id: 'text',
  from_price: 'bigint',
  to_price: 'bigint',
  amount_out: 'bigint',
  stage: 'smallint',
};

/** @param chain number of the rows' chain, as in all of these */
export async function insertTransfers(tx: SqlExecutor, chain: number, rows: readonly FlowTransfer[]): Promise<void> {
  await insertRows(
    tx,
    'transfer',
    TRANSFER_COLUMNS,
    rows.map((row) => {
      const { transfer, parent, exported, settled } = row;
      return [
        ...[chain, row.height, row.txIndex, row.vout, bytes(row.txid), transfer.kind, transfer.flags],
        ...[transfer.fromId, transfer.amount, transfer.toId, transfer.viaId, transfer.fee, transfer.feeCurrencyId],
        ...[
          transfer.destination,
          transfer.refundAddresses,
          row.senders,
          transfer.gatewayId,
          transfer.destinationSystemId,
        ],
        ...[parent === null ? null : bytes(parent.txid), parent?.vout ?? null],
        ...[exported?.height ?? null, exported?.txIndex ?? null, exported?.vout ?? null, exported?.ordinal ?? null],
        ...[settled?.height ?? null, settled?.txIndex ?? null, settled?.vout ?? null, settled?.ordinal ?? null],
        ...[settled?.outcome ?? null, settled?.followsRules ?? null],
        ...[settled?.conversion?.basketId ?? null, settled?.conversion?.prices.from ?? null],
        ...[settled?.conversion?.prices.to ?? null, settled?.conversion?.amountOut ?? null, stageOf(row)],
      ];
    }),
  );
}

export async function insertExports(tx: SqlExecutor, chain: number, rows: readonly ExportRow[]): Promise<void> {
  await insertRows(
    tx,
    'export',
    {
      ...{ chain: 'smallint', height: 'integer', tx_index: 'integer', vout: 'integer', txid: 'bytea' },
      ...{ destination_system_id: 'text', currency_id: 'text', from_height: 'bigint', to_height: 'bigint' },
      ...{ total_amounts: 'text', total_fees: 'text', total_burned: 'text', hash_transfers: 'bytea' },
      ...{ reward_address: 'text', transfer_count: 'integer' },
    },
    rows.map(({ export: own, ...row }) => [
      ...[chain, row.height, row.txIndex, row.vout, bytes(row.txid)],
      ...[own.destinationSystemId, own.destinationCurrencyId, own.sourceHeightStart, own.sourceHeightEnd],
      ...[writeAmounts(own.totalAmounts), writeAmounts(own.totalFees), writeAmounts(own.totalBurned)],
      ...[bytes(own.hashTransfers), own.rewardAddress, row.transferCount],
    ]),
  );
}

export async function insertImports(tx: SqlExecutor, chain: number, rows: readonly ImportRow[]): Promise<void> {
  await insertRows(
    tx,
    'import',
    {
      ...{ chain: 'smallint', height: 'integer', tx_index: 'integer', vout: 'integer', txid: 'bytea' },
      ...{ source_system_id: 'text', source_height: 'bigint', currency_id: 'text', export_txid: 'bytea' },
      ...{ export_out: 'integer', hash_transfers: 'bytea', state_vout: 'integer', transfer_count: 'integer' },
    },
    rows.map((row) => [
      ...[chain, row.height, row.txIndex, row.vout, bytes(row.txid)],
      ...[row.sourceSystemId, row.sourceHeight, row.currencyId, row.exportTxid === null ? null : bytes(row.exportTxid)],
      ...[row.exportVout, bytes(row.hashTransfers), row.stateVout, row.transferCount],
    ]),
  );
}

export async function insertPayouts(tx: SqlExecutor, chain: number, rows: readonly PayoutRow[]): Promise<void> {
  await insertRows(
    tx,
    'payout',
    {
      ...{ chain: 'smallint', height: 'integer', tx_index: 'integer', import_vout: 'integer', ordinal: 'integer' },
      ...{ vout: 'integer', role: 'text', address: 'text', currency_id: 'text', amount: 'bigint' },
    },
    rows.map((row) => [
      ...[chain, row.height, row.txIndex, row.importVout, row.ordinal, row.vout],
      ...[row.role, row.address, row.currencyId, row.amount],
    ]),
  );
}

export async function insertListings(tx: SqlExecutor, chain: number, rows: readonly ListingRow[]): Promise<void> {
  await insertRows(
    tx,
    'listing',
    {
      ...{ chain: 'smallint', scope: 'bigint', height: 'integer', tx_index: 'integer', vout: 'integer' },
      ...{ ordinal: 'integer', since: 'integer' },
    },
    rows.map((row) => [chain, row.scope, row.height, row.txIndex, row.vout, row.ordinal, row.since]),
  );
}
