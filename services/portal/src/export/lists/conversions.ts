import {
  type Column,
  type ExportList,
  RANGE_GIVES,
  RANGE_PARAMETERS,
  RANGE_TAKES,
  rangeVariables,
} from '#/export/export-list.ts';
import { cellOf, NAME, nameIn, objectOf } from '#/gateway/values.ts';

const COLUMNS: readonly Column[] = [
  { name: 'blockHeight', kind: 'integer' },
  { name: 'timestamp', kind: 'time' },
  { name: 'txid', kind: 'text' },
  { name: 'index', kind: 'integer' },
  { name: 'importTxid', kind: 'text' },
  { name: 'basketId', kind: 'text' },
  { name: 'basket', kind: 'text' },
  { name: 'direction', kind: 'text' },
  { name: 'fromId', kind: 'text' },
  { name: 'from', kind: 'text' },
  { name: 'toId', kind: 'text' },
  { name: 'to', kind: 'text' },
  { name: 'amountIn', kind: 'amount' },
  { name: 'amountInNet', kind: 'amount' },
  { name: 'conversionFee', kind: 'amount' },
  { name: 'amountOut', kind: 'amount' },
  { name: 'price', kind: 'amount' },
  { name: 'effectivePrice', kind: 'amount' },
  { name: 'address', kind: 'text' },
];

const NAMES = new Set(['basket', 'from', 'to']);

export const conversions: ExportList = {
  name: 'conversions',
  required: [],
  optional: [...RANGE_PARAMETERS, 'basket', 'currency', 'address'],
  variables: (parameters, { chainId }) => ({
    ...rangeVariables(parameters),
    chainId,
    basket: parameters.get('basket') ?? null,
    currency: parameters.get('currency') ?? null,
    address: parameters.get('address') ?? null,
  }),
  query: (
    selection,
  ) => `query ExportConversions($chainId: String, $basket: String, $currency: String, $address: String, ${RANGE_TAKES},
      $limit: Int, $cursor: String) {
    conversions(chainId: $chainId, basket: $basket, currency: $currency, address: $address, ${RANGE_GIVES},
      limit: $limit, cursor: $cursor) { ${selection} }
  }`,
  connectionOf: (data) => objectOf(data, 'conversions'),
  isCounted: false,
  items: 'conversions',
  page: `conversions { ${COLUMNS.map(({ name }) => (NAMES.has(name) ? `${name} { ${NAME} }` : name)).join(' ')} }`,
  columns: COLUMNS,
  rowsOf: (conversion) => [
    COLUMNS.map(({ name }) => (NAMES.has(name) ? nameIn(conversion, name) : cellOf(conversion, name))),
  ],
};
