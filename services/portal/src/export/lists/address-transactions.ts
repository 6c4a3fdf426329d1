import { type ExportList, RANGE_GIVES, RANGE_PARAMETERS, RANGE_TAKES, rangeVariables } from '#/export/export-list.ts';
import { cellOf, listOf, NAME, nameIn, objectOf } from '#/gateway/values.ts';

/** A row for each currency that a transaction moved, or one row if it moved none. */
export const addressTransactions: ExportList = {
  name: 'address-transactions',
  required: ['address'],
  optional: [...RANGE_PARAMETERS, 'currency'],
  variables: (parameters, { chainId }) => ({
    ...rangeVariables(parameters),
    chainId,
    address: parameters.get('address'),
    currencyId: parameters.get('currency') ?? null,
  }),
  query: (
    selection,
  ) => `query ExportTransactions($chainId: String, $address: String!, $currencyId: String, ${RANGE_TAKES}, $limit: Int, $cursor: String) {
    addressTransactions(chainId: $chainId, address: $address, currency: $currencyId, ${RANGE_GIVES}, limit: $limit, cursor: $cursor) {
      ${selection}
    }
  }`,
  connectionOf: (data) => objectOf(data, 'addressTransactions'),
  isCounted: true,
  items: 'transactions',
  page: `transactions { txid blockHeight timestamp direction amounts { currencyId currency { ${NAME} } amount } balanceAfter }`,
  columns: [
    { name: 'txid', kind: 'text' },
    { name: 'blockHeight', kind: 'integer' },
    { name: 'timestamp', kind: 'time' },
    { name: 'direction', kind: 'text' },
    { name: 'currencyId', kind: 'text' },
    { name: 'currency', kind: 'text' },
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
      nameIn(amount, 'currency'),
      cellOf(amount, 'amount'),
      cellOf(item, 'balanceAfter'),
    ]);
  },
};
