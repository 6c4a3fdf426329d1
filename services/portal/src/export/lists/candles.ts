import type { Column, ExportList } from '#/export/export-list.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';

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

export const candles: ExportList = {
  name: 'candles',
  required: ['basket', 'base', 'quote', 'interval'],
  optional: ['fromTime', 'toTime'],
  variables: (parameters, { chainId }) => ({
    chainId,
    basket: parameters.get('basket'),
    base: parameters.get('base'),
    quote: parameters.get('quote'),
    interval: parameters.get('interval')?.toUpperCase(),
    fromTime: parameters.get('fromTime') ?? null,
    toTime: parameters.get('toTime') ?? null,
  }),
  query: (
    selection,
  ) => `query ExportCandles($chainId: String, $basket: String!, $base: String!, $quote: String!, $interval: CandleInterval!,
      $fromTime: DateTime, $toTime: DateTime, $limit: Int, $cursor: String) {
    candles(chainId: $chainId, basket: $basket, base: $base, quote: $quote, interval: $interval, fromTime: $fromTime, toTime: $toTime,
      limit: $limit, cursor: $cursor) { ${selection} }
  }`,
  connectionOf: (data) => objectOf(data, 'candles'),
  isCounted: false,
  items: 'candles',
  page: `candles { ${COLUMNS.map(({ name }) => name).join(' ')} }`,
  columns: COLUMNS,
  rowsOf: (candle) => [COLUMNS.map(({ name }) => cellOf(candle, name))],
};
