import {
  type Column,
  type ExportList,
  RANGE_GIVES,
  RANGE_PARAMETERS,
  RANGE_TAKES,
  rangeVariables,
} from '#/export/export-list.ts';
import type { Values } from '#/gateway/gateway-client.ts';
import {
  addressIn,
  type Cell,
  cellOf,
  identityIn,
  listOf,
  NAME,
  nameIn,
  objectOf,
  WITH_IDENTITY,
} from '#/gateway/values.ts';
import { koinlyColumns, koinlyRows } from './koinly.ts';
import { WalletTrades } from './trades.ts';

/** The addresses service has these by itself. */
const AMOUNTS: readonly Column[] = [
  { name: 'txid', kind: 'text' },
  { name: 'blockHeight', kind: 'integer' },
  { name: 'timestamp', kind: 'time' },
  { name: 'currencyId', kind: 'text' },
  { name: 'currency', kind: 'text' },
  { name: 'amount', kind: 'amount' },
  { name: 'balance', kind: 'amount' },
];

const ALL: readonly Column[] = [
  ...AMOUNTS.slice(0, -1),
  { name: 'fee', kind: 'amount' },
  { name: 'balance', kind: 'amount' },
  { name: 'counterparty', kind: 'text' },
  { name: 'counterpartyIdentity', kind: 'text' },
  { name: 'kind', kind: 'text' },
];

const OWN = `txid blockHeight timestamp currencyId currency { ${NAME} } amount balance`;
const FURTHER = 'fee counterparty { address }';

const list: Omit<ExportList, 'columns' | 'page' | 'rowsOf'> = {
  name: 'statement',
  required: ['address'],
  optional: [...RANGE_PARAMETERS, 'currency'],
  variables: (parameters, { chainId }) => ({
    ...rangeVariables(parameters),
    chainId,
    addresses: parameters.get('address')?.split(',') ?? [],
    currency: parameters.get('currency') ?? null,
  }),
  query: (
    selection,
  ) => `query ExportStatement($chainId: String, $addresses: [String!]!, $currency: String, ${RANGE_TAKES},
      $limit: Int, $cursor: String) {
    walletStatement(chainId: $chainId, addresses: $addresses, currency: $currency, ${RANGE_GIVES}, limit: $limit, cursor: $cursor) { ${selection} }
  }`,
  connectionOf: (data) => objectOf(data, 'walletStatement'),
  isCounted: true,
  items: 'movements',
};

const amounts: ExportList = {
  ...list,
  page: `movements { ${OWN} }`,
  columns: AMOUNTS,
  rowsOf: (movement) => [AMOUNTS.map(({ name }) => cellIn(movement, name))],
};

const koinly: ExportList = {
  ...list,
  page: `fromHeight toHeight movements { ${OWN} ${FURTHER} kind }`,
  lesserPage: `fromHeight toHeight movements { ${OWN} ${FURTHER} }`,
  columns: koinlyColumns,
  isClosed: true,
  rowsOf: (movement) => koinlyRows(movement),
  openRows: (ask, parameters, block) => {
    // In a file of one currency the other side of a trade has no movement.
    if (parameters.has('currency')) return undefined;
    const trades = new WalletTrades(ask, parameters, block);
    return async (page) => {
      const found = await trades.find(page);
      return listOf(page, 'movements').flatMap((movement) => koinlyRows(movement, found.get(movement.txid)));
    };
  },
};

export const statement: ExportList = {
  ...list,
  variants: { amounts, koinly },
  page: `movements { ${OWN} fee counterparty { ${WITH_IDENTITY} } kind }`,
  lesserPage: `movements { ${OWN} ${FURTHER} }`,
  columns: ALL,
  rowsOf: (movement) => [ALL.map(({ name }) => cellIn(movement, name))],
};

function cellIn(movement: Values, name: string): Cell {
  if (name === 'currency') return nameIn(movement, name);
  if (name === 'counterpartyIdentity') return identityIn(movement, 'counterparty');
  return name === 'counterparty' ? addressIn(movement, name) : cellOf(movement, name);
}
