import {
  type Column,
  cellOf,
  connectionPage,
  type ExportList,
  objectOf,
  RANGE_PARAMETERS,
  rangeVariables,
  uncounted,
} from '#/export/export-list.ts';

const TAKES =
  '$chainId: String, $basketId: String, $currencyId: String, $address: String, $fromHeight: BigInt, $toHeight: BigInt, $fromTime: DateTime, $toTime: DateTime, $order: SortOrder';
const GIVES =
  'chainId: $chainId, basketId: $basketId, currencyId: $currencyId, address: $address, fromHeight: $fromHeight, toHeight: $toHeight, fromTime: $fromTime, toTime: $toTime, order: $order';

const COLUMNS: readonly Column[] = [
  { name: 'blockHeight', kind: 'integer' },
  { name: 'timestamp', kind: 'time' },
  { name: 'txid', kind: 'text' },
  { name: 'index', kind: 'integer' },
  { name: 'importTxid', kind: 'text' },
  { name: 'basketId', kind: 'text' },
  { name: 'direction', kind: 'text' },
  { name: 'fromId', kind: 'text' },
  { name: 'toId', kind: 'text' },
  { name: 'amountIn', kind: 'amount' },
  { name: 'amountInNet', kind: 'amount' },
  { name: 'conversionFee', kind: 'amount' },
  { name: 'amountOut', kind: 'amount' },
  { name: 'price', kind: 'amount' },
  { name: 'effectivePrice', kind: 'amount' },
  { name: 'address', kind: 'text' },
];

/** Settled conversions, oldest first. */
export const conversions: ExportList = {
  name: 'conversions',
  required: [],
  optional: [...RANGE_PARAMETERS, 'basket', 'currency', 'address'],
  countQuery: null,
  countOf: uncounted,
  walkQuery: `query ExportConversionsWalk(${TAKES}, $limit: Int, $cursor: String) {
    conversions(${GIVES}, limit: $limit, cursor: $cursor) { conversions { index } nextCursor }
  }`,
  pageQuery: `query ExportConversions(${TAKES}, $limit: Int, $cursor: String) {
    conversions(${GIVES}, limit: $limit, cursor: $cursor) {
      conversions { ${COLUMNS.map(({ name }) => name).join(' ')} }
      nextCursor
    }
  }`,
  variables: (parameters, block) => ({
    ...rangeVariables(parameters),
    chainId: block.chainId,
    basketId: parameters.get('basket') ?? null,
    currencyId: parameters.get('currency') ?? null,
    address: parameters.get('address') ?? null,
  }),
  pageOf: (data) => connectionPage(objectOf(data, 'conversions'), 'conversions'),
  ownerOf: () => ({}),
  columns: COLUMNS,
  rowsOf: (conversion) => [COLUMNS.map(({ name }) => cellOf(conversion, name))],
};
