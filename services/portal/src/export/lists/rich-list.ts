import type { ExportList } from '#/export/export-list.ts';
import { cellOf, identityIn, NAME, nameIn, objectOf, WITH_IDENTITY } from '#/gateway/values.ts';

function pageWith(ofAddress: string): string {
  return `currency { currencyId ${NAME} } entries { rank address { ${ofAddress} } balance share }`;
}

export const richList: ExportList = {
  name: 'rich-list',
  required: [],
  optional: ['currency'],
  variables: (parameters, { chainId, hash }) => ({
    chainId,
    currency: parameters.get('currency') ?? null,
    asOf: { hash },
  }),
  query: (
    selection,
  ) => `query ExportRichList($chainId: String, $currency: String, $asOf: AsOf, $limit: Int, $cursor: String) {
    richList(chainId: $chainId, currency: $currency, asOf: $asOf, limit: $limit, cursor: $cursor) { ${selection} }
  }`,
  connectionOf: (data) => objectOf(data, 'richList'),
  isCounted: true,
  items: 'entries',
  page: pageWith(WITH_IDENTITY),
  lesserPage: pageWith('address'),
  columns: [
    { name: 'rank', kind: 'integer' },
    { name: 'address', kind: 'text' },
    { name: 'identity', kind: 'text' },
    { name: 'balance', kind: 'amount' },
    { name: 'share', kind: 'amount' },
    { name: 'currencyId', kind: 'text' },
    { name: 'currency', kind: 'text' },
  ],
  rowsOf: (entry, list) => [
    [
      cellOf(entry, 'rank'),
      cellOf(objectOf(entry, 'address'), 'address'),
      identityIn(entry, 'address'),
      cellOf(entry, 'balance'),
      cellOf(entry, 'share'),
      cellOf(objectOf(list, 'currency'), 'currencyId'),
      nameIn(list, 'currency'),
    ],
  ],
};
