import {
  cellOf,
  connectionPage,
  type ExportList,
  listOf,
  objectOf,
  RANGE_PARAMETERS,
  rangeVariables,
  totalOf,
} from '#/export/export-list.ts';

const TAKES =
  '$chainId: String, $address: String!, $currencyId: String, $fromHeight: BigInt, $toHeight: BigInt, $fromTime: DateTime, $toTime: DateTime, $order: SortOrder';
const GIVES =
  'chainId: $chainId, address: $address, currencyId: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight, fromTime: $fromTime, toTime: $toTime, order: $order';

/** Transactions of an address, oldest first: a row for each currency that one moved, and one row for one that moved nothing. */
export const addressTransactions: ExportList = {
  name: 'address-transactions',
  required: ['address'],
  optional: [...RANGE_PARAMETERS, 'currency'],
  countQuery: `query ExportTransactionsCount(${TAKES}) { addressTransactions(${GIVES}, limit: 1) { totalCount } }`,
  countOf: (data) => totalOf(objectOf(data, 'addressTransactions')),
  pageQuery: `query ExportTransactions(${TAKES}, $limit: Int, $cursor: String) {
    addressTransactions(${GIVES}, limit: $limit, cursor: $cursor) {
      transactions { txid blockHeight timestamp direction amounts { currencyId amount } balanceAfter }
      nextCursor
    }
  }`,
  variables: (parameters, block) => ({
    ...rangeVariables(parameters),
    chainId: block.chainId,
    address: parameters.get('address'),
    currencyId: parameters.get('currency') ?? null,
  }),
  pageOf: (data) => connectionPage(objectOf(data, 'addressTransactions'), 'transactions'),
  ownerOf: () => ({}),
  columns: [
    { name: 'txid', kind: 'text' },
    { name: 'blockHeight', kind: 'integer' },
    { name: 'timestamp', kind: 'time' },
    { name: 'direction', kind: 'text' },
    { name: 'currencyId', kind: 'text' },
    { name: 'amount', kind: 'amount' },
    { name: 'nativeBalanceAfter', kind: 'amount' },
  ],
  rowsOf: (item) => {
    const amounts = listOf(item, 'amounts');
    return (amounts.length === 0 ? [{}] : amounts).map((amount) => [
      cellOf(item, 'txid'),
      cellOf(item, 'blockHeight'),
      cellOf(item, 'timestamp'),
      cellOf(item, 'direction'),
      cellOf(amount, 'currencyId'),
      cellOf(amount, 'amount'),
      cellOf(item, 'balanceAfter'),
    ]);
  },
};
