import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { sealCursor } from '@ledgergraph/test-kit/seal-cursor';
import { generateAddressHistory, generateAppliedBlocks, generateHolders } from './address-history.ts';
import { inventAddress, inventAddresses } from './addresses.ts';
import { generateOrdinaryAddresses } from './ordinary-addresses.ts';

export interface Extent {
  transactions: number;
  utxos: number;
  currencies: number;
  holders: number;
}

export interface Extreme extends Extent {
  name: string;
  address: string;
  tokens: string[];
  richCurrencyId: string;
  holderAddresses: string[];
}

export interface BigAndSmall {
  chainId: string;
  tip: number;
  big: Extreme;
  small: Extreme;
  ordinary: number;
}

export interface ExtremeRead {
  name: string;
  query: string;
  variables: Record<string, unknown>;
}

export const SMALL_EXTENT: Extent = { transactions: 100, utxos: 100, currencies: 100, holders: 100 };
const PAGE = 10;
/** Between the big one's and the ordinary payments. */
const SMALL_TX_INDEX = 500;

export function inventExtreme(name: string, extent: Extent): Extreme {
  return {
    ...extent,
    name,
    address: inventAddress('PUBLIC_KEY_HASH', name),
    tokens: inventAddresses('IDENTITY', `token of ${name}`, extent.currencies - 1),
    richCurrencyId: inventAddress('IDENTITY', `rich list of ${name}`),
    holderAddresses: inventAddresses('PUBLIC_KEY_HASH', `holder of ${name}`, extent.holders),
  };
}

export async function generateBigAndSmall(db: SqlExecutor, all: BigAndSmall): Promise<void> {
  const { chainId, tip, ordinary } = all;
  await generateAppliedBlocks(db, chainId, tip);
  for (const [txIndex, extreme] of [
    [1, all.big],
    [SMALL_TX_INDEX, all.small],
  ] as const) {
    const { address, transactions, utxos, tokens, richCurrencyId, holderAddresses } = extreme;
    await generateAddressHistory(db, { chainId, address, transactions, utxos, tokens, tip, txIndex });
    await generateHolders(db, { chainId, currencyId: richCurrencyId, holders: holderAddresses, tip });
  }
  await generateOrdinaryAddresses(db, {
    chainId,
    addresses: inventAddresses('PUBLIC_KEY_HASH', 'ordinary', ordinary),
    tokens: inventAddresses('IDENTITY', 'ordinary token', Math.ceil(ordinary / 10)),
    tip,
  });
  await db.$executeRawUnsafe('ANALYZE');
}

const LISTS = {
  balances: `addressBalances(address: $address, limit: ${PAGE}, cursor: $cursor) { totalCount balances { currencyId balance received } }`,
  outputs: `addressUtxos(address: $address, limit: ${PAGE}, cursor: $cursor) { totalCount utxos { txid vout value script } }`,
  transactions: `addressTransactions(address: $address, limit: ${PAGE}, cursor: $cursor) {
    totalCount transactions { txid timestamp direction balanceAfter } }`,
  'rich list': `richList(currency: $currencyId, limit: ${PAGE}, cursor: $cursor) { totalCount entries { rank balance share address { address } } }`,
};

/** They are to cost the same for any extent: first pages, pages in the middle, balance and counters. */
export function listExtremeReads({ chainId, tip }: BigAndSmall, extreme: Extreme, tipHash: string): ExtremeRead[] {
  const { address, richCurrencyId: currencyId, tokens, holderAddresses, utxos } = extreme;
  const middle = Math.floor(tip / 2);
  const token = Math.floor(tokens.length / 2);
  const tokenBalance = token * Math.ceil((utxos - token + 1) / tokens.length);
  const holder = Math.floor(holderAddresses.length / 2);
  const seal = (field: string, args: Record<string, unknown>, position: (string | number)[]) =>
    sealCursor({ field, chainId, args }, { height: tip, hash: tipHash }, position);
  const cursors = {
    balances: seal('addressBalances', { address }, [tokens[token - 1] ?? '', String(tokenBalance)]),
    outputs: seal('addressUtxos', { address, spendableOnly: false, excludePending: false, order: 'DESC' }, [
      middle,
      1,
      0,
    ]),
    transactions: seal('addressTransactions', { address, order: 'DESC' }, [middle, 1]),
    'rich list': seal('richList', { currency: currencyId }, [
      holder,
      String(holder),
      holderAddresses[holder - 1] ?? '',
    ]),
  };
  const lists = Object.entries(LISTS).flatMap(([name, field]) => {
    const [declared, variables] = name === 'rich list' ? ['$currencyId', { currencyId }] : ['$address', { address }];
    const query = `query (${declared}: String!, $cursor: String) { list: ${field} }`;
    return [
      { name: `${name}, first page`, query, variables },
      {
        name: `${name}, a page in the middle`,
        query,
        variables: { ...variables, cursor: cursors[name as keyof typeof cursors] },
      },
    ];
  });
  const counters = 'balance received sent txCount utxoCount firstSeenHeight lastSeenHeight';
  return [
    {
      name: 'balance',
      query: 'query ($address: String!) { address(address: $address) { balance } }',
      variables: { address },
    },
    {
      name: 'counters',
      query: `query ($address: String!) { address(address: $address) { ${counters} } }`,
      variables: { address },
    },
    ...lists,
  ];
}
