import type { ExportList } from '#/export/export-list.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';

/** Holders of a currency, largest balance first. */
export const richList: ExportList = {
  name: 'rich-list',
  required: [],
  optional: ['currency'],
  variables: (parameters, { chainId, hash }) => ({
    chainId,
    currencyId: parameters.get('currency') ?? chainId,
    asOf: { hash },
  }),
  query: (
    selection,
  ) => `query ExportRichList($chainId: String, $currencyId: String, $asOf: AsOf, $limit: Int, $cursor: String) {
    currency(chainId: $chainId, currencyId: $currencyId, asOf: $asOf) { richList(limit: $limit, cursor: $cursor) { ${selection} } }
  }`,
  connectionOf: (data) => objectOf(objectOf(data, 'currency'), 'richList'),
  isCounted: true,
  items: 'entries',
  page: 'currency { currencyId } entries { rank address { address } balance share }',
  columns: [
    { name: 'rank', kind: 'integer' },
    { name: 'address', kind: 'text' },
    { name: 'balance', kind: 'amount' },
    { name: 'share', kind: 'amount' },
    { name: 'currencyId', kind: 'text' },
  ],
  rowsOf: (entry, list) => [
    [
      cellOf(entry, 'rank'),
      cellOf(objectOf(entry, 'address'), 'address'),
      cellOf(entry, 'balance'),
      cellOf(entry, 'share'),
      cellOf(objectOf(list, 'currency'), 'currencyId'),
    ],
  ],
};
