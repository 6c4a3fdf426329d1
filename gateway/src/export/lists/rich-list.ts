import { cellOf, connectionPage, type ExportList, objectOf, totalOf, type Values } from '#/export/export-list.ts';

const TAKES = '$chainId: String, $currencyId: String, $asOf: AsOf';
const CURRENCY = 'currency(chainId: $chainId, currencyId: $currencyId, asOf: $asOf)';

const richListOf = (data: Values): Values => objectOf(objectOf(data, 'currency'), 'richList');

/** Holders of a currency, largest balance first. */
export const richList: ExportList = {
  name: 'rich-list',
  required: [],
  optional: ['currency'],
  countQuery: `query ExportRichListCount(${TAKES}) { ${CURRENCY} { richList(limit: 1) { totalCount } } }`,
  countOf: (data) => totalOf(richListOf(data)),
  pageQuery: `query ExportRichList(${TAKES}, $limit: Int, $cursor: String) {
    ${CURRENCY} {
      currencyId
      richList(limit: $limit, cursor: $cursor) {
        entries { rank address { address } balance share }
        nextCursor
      }
    }
  }`,
  variables: (parameters, { chainId, hash }) => ({
    chainId,
    currencyId: parameters.get('currency') ?? chainId,
    asOf: { hash },
  }),
  pageOf: (data) => connectionPage(richListOf(data), 'entries'),
  ownerOf: (data) => objectOf(data, 'currency'),
  columns: [
    { name: 'rank', kind: 'integer' },
    { name: 'address', kind: 'text' },
    { name: 'balance', kind: 'amount' },
    { name: 'share', kind: 'amount' },
    { name: 'currencyId', kind: 'text' },
  ],
  rowsOf: (entry, { owner }) => [
    [
      cellOf(entry, 'rank'),
      cellOf(objectOf(entry, 'address'), 'address'),
      cellOf(entry, 'balance'),
      cellOf(entry, 'share'),
      cellOf(owner, 'currencyId'),
    ],
  ],
};
