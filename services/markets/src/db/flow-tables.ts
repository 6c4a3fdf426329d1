import { describeTable, type RowOf, type Table } from '@ledgergraph/chain-kit/db/table';
import type { PayoutRole } from '#/flows/paid-import.ts';
import type { Transfer } from '#/flows/transfer.ts';

const transfer = describeTable(
  'transfer',
  {
    height: 'integer',
    txIndex: 'integer',
    vout: 'integer',
    txid: 'hex',
    kind: 'text',
    flags: 'oid',
    fromId: 'text',
    amount: 'bigint',
    toId: 'text?',
    viaId: 'text?',
    fee: 'bigint',
    feeCurrencyId: 'text',
    destination: 'text',
    refundAddresses: 'text[]',
    senders: 'text[]',
    gatewayId: 'text?',
    destinationSystemId: 'text',
    parentTxid: 'hex?',
    parentVout: 'integer?',
    exportHeight: 'integer?',
    exportTxIndex: 'integer?',
    exportVout: 'integer?',
    exportOrdinal: 'integer?',
    importHeight: 'integer?',
    importTxIndex: 'integer?',
    importVout: 'integer?',
    importOrdinal: 'integer?',
    followsRules: 'boolean?',
    basketId: 'text?',
    fromPrice: 'bigint?',
    toPrice: 'bigint?',
    amountOut: 'bigint?',
    state: 'text',
  },
  {
    setLater: {
      exportHeight: ['exportTxIndex', 'exportVout', 'exportOrdinal'],
      importHeight: [
        'importTxIndex',
        'importVout',
        'importOrdinal',
        'followsRules',
        'basketId',
        'fromPrice',
        'toPrice',
        'amountOut',
      ],
    },
  },
);

/** LEFT means that the import is on another chain. */
export type TransferState = 'PENDING' | 'EXPORTED' | 'LEFT' | 'SETTLED' | 'REFUNDED';

/** A transfer of another system has the place of the import that paid it, with output −1, −2, … */
export interface FlowTransfer extends Transfer, Omit<RowOf<typeof transfer>, keyof Transfer | 'state'> {
  state: TransferState;
}
export const transferTable = transfer as unknown as Table<FlowTransfer>;

/** Columns that later exports and imports set. */
export const SET_BY_EXPORT = ['exportHeight', 'exportTxIndex', 'exportVout', 'exportOrdinal', 'state'] as const;
export const SET_BY_IMPORT = [
  'importHeight',
  'importTxIndex',
  'importVout',
  'importOrdinal',
  'followsRules',
  'basketId',
  'fromPrice',
  'toPrice',
  'amountOut',
  'state',
] as const;

export const exportTable = describeTable('export', {
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  txid: 'hex',
  destinationSystemId: 'text',
  currencyId: 'text',
  fromHeight: 'oid',
  toHeight: 'oid',
  totalAmounts: 'text',
  totalFees: 'text',
  totalBurned: 'text',
  hashTransfers: 'hex',
  rewardAddress: 'text?',
  transferCount: 'integer',
});
export interface ExportRow extends RowOf<typeof exportTable> {
  burned: ReadonlyMap<string, bigint>;
}

export const importTable = describeTable('import', {
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  txid: 'hex',
  sourceSystemId: 'text',
  sourceHeight: 'oid',
  currencyId: 'text',
  exportTxid: 'hex?',
  exportVout: 'integer?',
  hashTransfers: 'hex',
  stateVout: 'integer?',
  transferCount: 'integer',
});
export interface ImportRow extends RowOf<typeof importTable> {
  /** See IMPORT_FLAGS. */
  flags: number;
  valueIn: ReadonlyMap<string, bigint>;
}

const payout = describeTable('payout', {
  height: 'integer',
  txIndex: 'integer',
  importVout: 'integer',
  ordinal: 'integer',
  vout: 'integer',
  role: 'text',
  address: 'text',
  currencyId: 'text',
  amount: 'bigint',
});
export interface PayoutRow extends Omit<RowOf<typeof payout>, 'role'> {
  role: PayoutRole;
}
export const payoutTable = payout as Table<RowOf<typeof payout>>;
