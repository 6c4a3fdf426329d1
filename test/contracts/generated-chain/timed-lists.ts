import type { Untyped } from '@ledgergraph/test-kit/client';
import type { Row, Rows, TimedHistory } from './timed-history.ts';

export interface TimedList {
  coordinate: string;
  ask: (object: string, args: string) => string;
  /** Null: the object is not there yet. */
  read: (data: Untyped) => { rows: Untyped[]; nextCursor: string | null } | null;
  objects: (history: TimedHistory) => readonly (readonly [object: string, rows: Rows])[];
  /** Others are in the order of the chain, or newest first. */
  isOrdered: boolean;
  isNewestFirst?: true;
}

const BUSIEST = 40;
const WALLET = 15;

/** The generated chain lacks their rows; their own test reads them in every range of times. */
export const TIMED_ELSEWHERE: Readonly<Record<string, string>> = {
  'Query.transfers': 'services/markets/test/flow-times.test.ts',
  'Query.conversions': 'services/markets/test/flow-times.test.ts',
  'Market.trades': 'services/markets/test/flow-times.test.ts',
  'Query.exports': 'services/markets/test/flow-times.test.ts',
  'Query.imports': 'services/markets/test/flow-times.test.ts',
  'Query.supplyEvents': 'services/markets/test/flow-times.test.ts',
};

export const TIMED_LISTS: readonly TimedList[] = [
  {
    coordinate: 'Query.blocks',
    ask: (_, args) => `{ blocks(${args}) { nextCursor rows: blocks { at: height id: hash } } }`,
    read: ({ blocks }) => blocks,
    objects: ({ blocks }) => [['', blocks]],
    isOrdered: true,
  },
  {
    coordinate: 'Query.identityHistory',
    ask: (id, args) =>
      `{ identityHistory(identity: "${id}", ${args}) { nextCursor rows: versions { at: blockHeight id: txid } } }`,
    read: ({ identityHistory }) => identityHistory,
    objects: ({ revisions }) => [...revisions],
    isOrdered: true,
  },
  {
    coordinate: 'Identity.history',
    ask: (id, args) => `{ identity(identity: "${id}") {
      history(${args}) { nextCursor rows: versions { at: blockHeight id: txid } } } }`,
    read: ({ identity }) => identity?.history ?? null,
    objects: ({ revisions }) => [...revisions],
    isOrdered: true,
  },
  {
    coordinate: 'Query.currencyHistory',
    ask: (id, args) =>
      `{ currencyHistory(currency: "${id}", ${args}) { nextCursor rows: states { at: blockHeight id: txid } } }`,
    read: ({ currencyHistory }) => currencyHistory,
    objects: ({ states }) => [...states],
    isOrdered: true,
  },
  {
    coordinate: 'Query.addressTransactions',
    ask: (address, args) =>
      `{ addressTransactions(address: "${address}", ${args}) { nextCursor rows: transactions { at: blockHeight id: txid } } }`,
    read: ({ addressTransactions }) => addressTransactions,
    objects: (history) => busiest(history).map((address) => [address, history.movements.get(address) ?? []]),
    isOrdered: true,
  },
  {
    coordinate: 'Address.statement',
    ask: (address, args) => `{ address(address: "${address}") {
      statement(${args}) { nextCursor rows: movements { at: blockHeight id: txid } } } }`,
    read: ({ address }) => address?.statement ?? null,
    objects: ({ nativeMovements }) =>
      busiest({ movements: nativeMovements }).map((address) => [address, nativeMovements.get(address) ?? []]),
    isOrdered: true,
  },
  {
    coordinate: 'Query.walletTransactions',
    ask: (addresses, args) =>
      `{ walletTransactions(addresses: ${addresses}, ${args}) { nextCursor rows: transactions { at: blockHeight id: txid } } }`,
    read: ({ walletTransactions }) => walletTransactions,
    objects: (history) => {
      const addresses = busiest(history);
      const wallets = [addresses.slice(0, WALLET), addresses.slice(-WALLET)];
      return wallets.map((wallet) => [JSON.stringify(wallet), history.movementsOf(wallet)]);
    },
    isOrdered: true,
  },
  {
    coordinate: 'Query.walletStatement',
    ask: (addresses, args) =>
      `{ walletStatement(addresses: ${addresses}, currency: "VRSCTEST", ${args}) { nextCursor rows: movements { at: blockHeight id: txid } } }`,
    read: ({ walletStatement }) => walletStatement,
    objects: (history) => {
      const addresses = busiest(history);
      const wallets = [addresses.slice(0, WALLET), addresses.slice(-WALLET)];
      return wallets.map((wallet) => [JSON.stringify(wallet), history.movementsOf(wallet, history.nativeMovements)]);
    },
    isOrdered: true,
  },
  {
    coordinate: 'Query.registrations',
    ask: (_, args) => `{ registrations(${args}) { nextCursor rows: registrations { at: blockHeight id: txid } } }`,
    read: ({ registrations }) => registrations,
    objects: ({ registrations }) => [['', registrations]],
    isOrdered: false,
    isNewestFirst: true,
  },
];

function busiest({ movements }: Pick<TimedHistory, 'movements'>): string[] {
  const ranked = [...movements].sort(([, a], [, b]) => b.length - a.length);
  return ranked.slice(0, BUSIEST).map(([address]) => address);
}

export function rowOf({ at, id }: Untyped): Row {
  return [at, id];
}
