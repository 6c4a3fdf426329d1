import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ActivityKey } from './address-transactions.ts';
import type { CurrencyValue } from './output-row.ts';
import { readAmounts, readScript } from './outputs.ts';
import {
  COUNT_WAITING_OF_ADDRESS,
  COUNT_WAITING_OF_TOKEN,
  UTXOS_OF_ADDRESS,
  UTXOS_OF_TOKEN,
} from './utxo-statements.ts';

/** An address at a height, and the last height whose coinbases can be spent in the block after it. */
export interface UtxoKey extends ActivityKey {
  matureHeight: number;
}

export interface UtxoFilter {
  /** Only outputs that carry this currency. */
  currencyId: string | null;
  /** Only outputs that the next block may spend by a signature. */
  spendableOnly: boolean;
}

/** Place of an output on the chain. */
export interface UtxoPlace {
  height: number;
  txIndex: number;
  vout: number;
}

export interface UtxoPage extends UtxoFilter {
  limit: number;
  after: UtxoPlace | null;
  /** Places that the page leaves out; absent: none. */
  excluded?: readonly UtxoPlace[];
}

/** An unspent output of the address that `keyIndex` names. */
export interface ListedUtxo extends UtxoPlace {
  keyIndex: number;
  txid: string;
  satoshis: bigint;
  tokens: CurrencyValue[];
  kind: string | null;
  /** Hex. */
  script: string;
  isCoinbase: boolean;
  spendable: boolean;
  /** First block that may spend it; null: at once, or no height alone frees it. */
  unlockHeight: bigint | null;
}

/** Columns that the row of a listed output has in another form. */
export interface StoredParts {
  tokenIds: string[];
  tokenSatoshis: bigint[];
  /** Hex; null: it follows from the payee. */
  script: string | null;
  payee: string | null;
}

type ListedRow = Omit<ListedUtxo, 'tokens' | 'script'> & StoredParts;

/** Currency of a filter: any, or one, which on each chain is either the native currency or a token. */
type Currency = 'any' | 'native' | 'token';

/**
 * Outputs of each address that were unspent at its height, newest first: one page per address. Outputs that are unspent
 * now are read in index order, and those spent since the height are added: near the tip these are very few, and earlier
 * spends never count.
 */
export async function listUtxos(db: SqlExecutor, keys: readonly UtxoKey[], page: UtxoPage): Promise<ListedUtxo[]> {
  return forEachCurrency(keys, page.currencyId, (some, currency) => listPages(db, some, page, currency));
}

/** Addresses of several chains in one answer: the native currency of one is a token on another. */
async function forEachCurrency<Row extends { keyIndex: number }>(
  keys: readonly UtxoKey[],
  currencyId: string | null,
  list: (keys: readonly UtxoKey[], currency: Currency) => PromiseLike<Row[]>,
): Promise<Row[]> {
  if (currencyId === null) return list(keys, 'any');
  const rows: Row[] = [];
  for (const currency of ['native', 'token'] as const) {
    const places = keys.flatMap(({ chainId }, index) =>
      (chainId === currencyId) === (currency === 'native') ? [index] : [],
    );
    if (places.length === 0) continue;
    const some = await list(
      places.flatMap((place) => keys[place] ?? []),
      currency,
    );
    rows.push(...some.map((row) => ({ ...row, keyIndex: places[row.keyIndex] ?? row.keyIndex })));
  }
  return rows;
}

async function listPages(
  db: SqlExecutor,
  keys: readonly UtxoKey[],
  { currencyId, spendableOnly, limit, after, excluded = [] }: UtxoPage,
  currency: Currency,
): Promise<ListedUtxo[]> {
  const page = [
    ...keyColumns(keys),
    keys.map(() => after?.txIndex ?? -1),
    keys.map(() => after?.vout ?? -1),
    keys.map(({ height }) => after?.height ?? height + 1),
    limit,
    spendableOnly,
  ];
  const [statement, carried] =
    currency === 'token' ? [UTXOS_OF_TOKEN, currencyId] : [UTXOS_OF_ADDRESS, currency === 'native'];
  const rows = await db.$queryRawUnsafe<ListedRow[]>(statement, ...page, carried, ...placeColumns(excluded));
  return rows.map(readStoredParts);
}

/** Reads those columns. @throws Error as `readScript` */
export function readStoredParts<Row extends StoredParts>({ tokenIds, tokenSatoshis, script, payee, ...row }: Row) {
  return { ...row, tokens: readAmounts(tokenIds, tokenSatoshis), script: readScript(script, payee) };
}

/**
 * Counts the outputs of each address that a signature can spend one day but not in the next block: those behind closed guards, out of
 * their running totals, and the immature ones. Addresses without any are missing. Looks no further back than coinbases take to mature.
 */
export async function countWaiting(
  db: SqlExecutor,
  keys: readonly UtxoKey[],
  { currencyId }: Pick<UtxoFilter, 'currencyId'>,
): Promise<{ keyIndex: number; count: number }[]> {
  return forEachCurrency(keys, currencyId, (some, currency) =>
    currency === 'token'
      ? db.$queryRawUnsafe(COUNT_WAITING_OF_TOKEN, ...keyColumns(some), currencyId)
      : db.$queryRawUnsafe(COUNT_WAITING_OF_ADDRESS, ...keyColumns(some), currency === 'native'),
  );
}

/** Parameters for places that a page leaves out. */
export function placeColumns(places: readonly UtxoPlace[]): number[][] {
  return [places.map(({ height }) => height), places.map(({ txIndex }) => txIndex), places.map(({ vout }) => vout)];
}

/** Parameters $1 to $4 of each statement. */
function keyColumns(keys: readonly UtxoKey[]): unknown[] {
  return [
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ height }) => height),
    keys.map(({ matureHeight }) => matureHeight),
  ];
}
