import { type Column, type ExportList, rangeVariables } from '#/export/export-list.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';
import { koinlyColumns, koinlyRows } from './koinly.ts';

/** Columns that addresses has by itself, but for the currency. */
const AMOUNTS: readonly Column[] = [
  { name: 'txid', kind: 'text' },
  { name: 'blockHeight', kind: 'integer' },
  { name: 'timestamp', kind: 'time' },
  { name: 'currencyId', kind: 'text' },
  { name: 'amount', kind: 'amount' },
  { name: 'balance', kind: 'amount' },
];

const ALL: readonly Column[] = [
  ...AMOUNTS.slice(0, -1),
  { name: 'fee', kind: 'amount' },
  { name: 'balance', kind: 'amount' },
  { name: 'counterparty', kind: 'text' },
  { name: 'kind', kind: 'text' },
];

const OWN = 'txid blockHeight timestamp currencyId amount balance';
const FURTHER = 'fee counterparty { address }';
const CURRENCY = 'currency { friendlyName }';

/** Movements of one currency of an address in some columns, oldest first: each balance is the one before and the amount. */
const statement: Omit<ExportList, 'columns' | 'page' | 'rowsOf'> = {
  name: 'address-statement',
  required: ['address'],
  // The balance of each row follows from the one before: the oldest comes first.
  optional: ['fromHeight', 'toHeight', 'fromTime', 'toTime', 'currency'],
  variables: (parameters, { chainId }) => {
    const { order: _, ...range } = rangeVariables(parameters);
    return {
      ...range,
      chainId,
      address: parameters.get('address'),
      currencyId: parameters.get('currency') ?? null,
    };
  },
  query: (selection) => `query ExportStatement($chainId: String, $address: String!, $currencyId: String,
      $fromHeight: BigInt, $toHeight: BigInt, $fromTime: DateTime, $toTime: DateTime, $limit: Int, $cursor: String) {
    address(chainId: $chainId, address: $address) {
      statement(currency: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight, fromTime: $fromTime, toTime: $toTime,
        limit: $limit, cursor: $cursor) { ${selection} }
    }
  }`,
  connectionOf: (data) => objectOf(objectOf(data, 'address'), 'statement'),
  isCounted: true,
  items: 'movements',
};

const amounts: ExportList = {
  ...statement,
  page: `movements { ${OWN} }`,
  columns: AMOUNTS,
  rowsOf: (movement) => [AMOUNTS.map(({ name }) => cellOf(movement, name))],
};

const koinly: ExportList = {
  ...statement,
  page: `${CURRENCY} movements { ${OWN} ${FURTHER} kind }`,
  lesserPage: `${CURRENCY} movements { ${OWN} ${FURTHER} }`,
  columns: koinlyColumns,
  isClosed: true,
  rowsOf: (movement, connection) => koinlyRows(movement, objectOf(connection, 'currency')),
};

/** All columns. */
export const addressStatement: ExportList = {
  ...statement,
  variants: { amounts, koinly },
  page: `movements { ${OWN} ${FURTHER} kind }`,
  lesserPage: `movements { ${OWN} ${FURTHER} }`,
  columns: ALL,
  rowsOf: (movement) => [
    ALL.map(({ name }) => {
      if (name !== 'counterparty' || movement.counterparty == null) return cellOf(movement, name);
      return cellOf(objectOf(movement, name), 'address');
    }),
  ],
};
