import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ActivityKey } from './address-transactions.ts';
import type { CurrencyValue } from './output-row.ts';
import { readAmounts, readScript } from './outputs.ts';
import { COUNT_LOCKED, UTXOS } from './utxo-statements.ts';

export interface UtxoKey extends ActivityKey {
  matureHeight: number;
}

export interface UtxoFilter {
  currencyId: string | null;
  spendableOnly: boolean;
}

export interface UtxoPlace {
  height: number;
  txIndex: number;
  vout: number;
}

export interface UtxoPage extends UtxoFilter {
  /** By place; absent: newest first. */
  order?: 'ASC' | 'DESC';
  limit: number;
  after: UtxoPlace | null;
  excluded?: readonly UtxoPlace[];
}

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
  /** First block that may spend it; null: any block, or no height alone frees it. */
  unlockHeight: bigint | null;
}

export interface StoredParts {
  tokenIds: string[];
  tokenSatoshis: bigint[];
  /** Hex; null: it follows from the payee. */
  script: string | null;
  payee: string | null;
}

type ListedRow = Omit<ListedUtxo, 'tokens' | 'script'> & StoredParts;

/** Current outputs in index order, with those spent since the height, few near the tip. @param keys of one chain */
export async function listUtxos(db: SqlExecutor, keys: readonly UtxoKey[], page: UtxoPage): Promise<ListedUtxo[]> {
  const { currencyId, spendableOnly, order = 'DESC', limit, after, excluded = [] } = page;
  const { links, carried } = carriedOf(keys[0]?.chainId, currencyId);
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    UTXOS[links][order],
    ...keyColumns(keys),
    carried,
    spendableOnly,
    keys.map((key) => after?.height ?? firstHeight(key, order)),
    keys.map(() => after?.txIndex ?? -1),
    keys.map(() => after?.vout ?? -1),
    limit,
    ...placeColumns(excluded),
  );
  return rows.map(readStoredParts);
}

/** A place there stands before all that is listed. */
export function firstHeight({ height }: { height: number }, order: 'ASC' | 'DESC'): number {
  return order === 'ASC' ? -1 : height + 1;
}

/** Tables with the outputs of a currency, and the parameter that names it in their statements. */
export function carriedOf(
  chainId: string | undefined,
  currencyId: string | null,
): { links: 'ofAddress' | 'ofToken'; carried: string | boolean } {
  if (currencyId === null || currencyId === chainId) return { links: 'ofAddress', carried: currencyId !== null };
  return { links: 'ofToken', carried: currencyId };
}

export function readStoredParts<Row extends StoredParts>({ tokenIds, tokenSatoshis, script, payee, ...row }: Row) {
  return { ...row, tokens: readAmounts(tokenIds, tokenSatoshis), script: readScript(script, payee) };
}

/** Addresses without any are missing. Looks back no further than coinbases take to mature. @param keys of one chain */
export async function countLocked(
  db: SqlExecutor,
  keys: readonly UtxoKey[],
  { currencyId }: Pick<UtxoFilter, 'currencyId'>,
): Promise<{ keyIndex: number; count: number }[]> {
  const { links, carried } = carriedOf(keys[0]?.chainId, currencyId);
  return db.$queryRawUnsafe(COUNT_LOCKED[links], ...keyColumns(keys), carried);
}

export function placeColumns(places: readonly UtxoPlace[]): number[][] {
  return [places.map(({ height }) => height), places.map(({ txIndex }) => txIndex), places.map(({ vout }) => vout)];
}

function keyColumns(keys: readonly UtxoKey[]): unknown[] {
  return [
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ height }) => height),
    keys.map(({ matureHeight }) => matureHeight),
  ];
}
