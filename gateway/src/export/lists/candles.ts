import { type Column, cellOf, connectionPage, type ExportList, objectOf, uncounted } from '#/export/export-list.ts';

const TAKES =
  '$chainId: String, $basketId: String!, $baseId: String!, $quoteId: String!, $interval: CandleInterval!, $from: DateTime, $to: DateTime';
const GIVES =
  'chainId: $chainId, basketId: $basketId, baseId: $baseId, quoteId: $quoteId, interval: $interval, from: $from, to: $to';

const COLUMNS: readonly Column[] = [
  { name: 'start', kind: 'time' },
  { name: 'open', kind: 'amount' },
  { name: 'high', kind: 'amount' },
  { name: 'low', kind: 'amount' },
  { name: 'close', kind: 'amount' },
  { name: 'baseVolume', kind: 'amount' },
  { name: 'quoteVolume', kind: 'amount' },
  { name: 'trades', kind: 'integer' },
  { name: 'isOpen', kind: 'boolean' },
];

/** Candles of one market, oldest first. */
export const candles: ExportList = {
  name: 'candles',
  required: ['basket', 'base', 'quote', 'interval'],
  optional: ['from', 'to'],
  countQuery: null,
  countOf: uncounted,
  walkQuery: `query ExportCandlesWalk(${TAKES}, $limit: Int, $cursor: String) {
    candles(${GIVES}, limit: $limit, cursor: $cursor) { candles { start } nextCursor }
  }`,
  pageQuery: `query ExportCandles(${TAKES}, $limit: Int, $cursor: String) {
    candles(${GIVES}, limit: $limit, cursor: $cursor) {
      candles { ${COLUMNS.map(({ name }) => name).join(' ')} }
      nextCursor
    }
  }`,
  variables: (parameters, { chainId }) => ({
    chainId,
    basketId: parameters.get('basket'),
    baseId: parameters.get('base'),
    quoteId: parameters.get('quote'),
    interval: parameters.get('interval')?.toUpperCase(),
    from: parameters.get('from') ?? null,
    to: parameters.get('to') ?? null,
  }),
  pageOf: (data) => connectionPage(objectOf(data, 'candles'), 'candles'),
  ownerOf: () => ({}),
  columns: COLUMNS,
  rowsOf: (candle) => [COLUMNS.map(({ name }) => cellOf(candle, name))],
};
