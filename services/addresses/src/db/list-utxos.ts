import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ActivityKey } from './address-transactions.ts';
import type { CurrencyValue } from './output-row.ts';
import { readAmounts } from './outputs.ts';
import { addressesOf, txidAt, wantedKeys } from './wanted-keys.ts';

/** An address at a height, and the last height whose coinbases can be spent in the block after it. */
export interface UtxoKey extends ActivityKey {
  matureHeight: number;
}

export interface UtxoFilter {
  /** Only outputs that carry this currency. */
  currencyId: string | null;
  /** Only outputs a plain signature can spend in the next block. */
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
}

type ListedRow = Omit<ListedUtxo, 'tokens'> & { tokenIds: string[]; tokenSatoshis: bigint[] };

/** Currency of a filter: any, or one, which on each chain is either the native currency or a token. */
type Currency = 'any' | 'native' | 'token';

/**
 * Tables that hold the rows of a filter, and the kinds of rows that match: the index has the unspent ones of each
 * kind in order.
 */
interface Source {
  unspent: 'address_utxo' | 'token_utxo';
  spent: 'address_spent_output' | 'token_spent_output';
  ofKey: string;
  kinds: readonly string[];
}

const OF_ADDRESS = 'link.chain = wanted.chain AND link.address_id = wanted.address_id';
const OF_TOKEN = `${OF_ADDRESS} AND link.currency_id = wanted.currency_id`;

function chooseSource(currency: Currency, spendableOnly: boolean): Source {
  const spendable = spendableOnly ? ['link.is_spendable'] : ['link.is_spendable', 'NOT link.is_spendable'];
  if (currency === 'token') {
    return { unspent: 'token_utxo', spent: 'token_spent_output', ofKey: OF_TOKEN, kinds: spendable };
  }
  const native = currency === 'native' ? ['link.is_native'] : ['link.is_native', 'NOT link.is_native'];
  const kinds = spendable.flatMap((first) => native.map((second) => `${first} AND ${second}`));
  return { unspent: 'address_utxo', spent: 'address_spent_output', ofKey: OF_ADDRESS, kinds };
}

const SPENDABLE = '(link.is_spendable AND (NOT link.is_coinbase OR link.height <= wanted.mature_height))';

const COLUMNS = `link.vout, link.height, link.tx_index, ${SPENDABLE} AS spendable`;

/** One bound, not that of the page and that of the height: Postgres would begin at one and read on to the other. */
const OLDER = `(link.height, link.tx_index, link.vout) < (wanted.start_height, wanted.start_tx_index, wanted.start_vout)`;

function selectLinks({ unspent, spent, ofKey, kinds }: Source, spendableOnly: boolean, limit: string): string {
  const mature = spendableOnly ? `AND ${SPENDABLE}` : '';
  const unspentNow = kinds.map(
    (kind) => `(SELECT ${COLUMNS} FROM ${unspent} link
                 WHERE ${ofKey} AND ${kind} AND ${OLDER} ${mature}
                 ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
                 LIMIT ${limit})`,
  );
  // OFFSET keeps the other conditions out: for them Postgres would rather read all that was ever spent.
  const spentSince = `(SELECT ${COLUMNS}
                         FROM (SELECT * FROM ${spent} link WHERE ${ofKey} AND link.spent_height > wanted.height OFFSET 0) link
                        WHERE (${kinds.join(' OR ')}) AND ${OLDER} ${mature}
                        ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
                        LIMIT ${limit})`;
  return [...unspentNow, spentSince].join(' UNION ALL ');
}

/**
 * Outputs of each address that were unspent at its height, newest first: one page per address. Outputs that are
 * unspent now are read in index order, and those spent since the height are added: near the tip these are very few,
 * and earlier spends never count.
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
  { currencyId, spendableOnly, limit, after }: UtxoPage,
  currency: Currency,
): Promise<ListedUtxo[]> {
  const names = currency === 'token' ? (['address', 'currency'] as const) : (['address'] as const);
  const parameters: unknown[] = [
    ...keyColumns(keys, currency === 'token' ? currencyId : null),
    keys.map(({ height }) => after?.height ?? height + 1),
    keys.map(() => after?.txIndex ?? -1),
    keys.map(() => after?.vout ?? -1),
    limit,
  ];
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", ${txidAt('wanted.chain', 'link.height', 'link.tx_index')} AS txid, link.vout,
            link.height, link.tx_index AS "txIndex", link.spendable, output.satoshis,
            ${addressesOf('wanted.chain', 'output.token_ids')} AS "tokenIds", output.token_satoshis AS "tokenSatoshis", output.kind,
            encode(output.script, 'hex') AS script, output.is_coinbase AS "isCoinbase"
       FROM ${wantedKeys(names, ['height', 'mature_height', 'start_height', 'start_tx_index', 'start_vout'])}
      CROSS JOIN LATERAL (
        ${selectLinks(chooseSource(currency, spendableOnly), spendableOnly, `$${parameters.length}`)}
        ORDER BY height DESC, tx_index DESC, vout DESC
        LIMIT $${parameters.length}
      ) link
      -- LIMIT says what Postgres does not see: one row each, so look them up and do not read the table to join it.
      CROSS JOIN LATERAL (
        SELECT * FROM output
         WHERE output.chain = wanted.chain AND output.height = link.height AND output.tx_index = link.tx_index
           AND output.vout = link.vout
         LIMIT 1
      ) output
      ORDER BY wanted.place, link.height DESC, link.tx_index DESC, link.vout DESC`,
    ...parameters,
  );
  return rows.map(({ tokenIds, tokenSatoshis, ...row }) => ({ ...row, tokens: readAmounts(tokenIds, tokenSatoshis) }));
}

/**
 * Counts the outputs of each address that a plain signature could spend but for their immaturity; addresses without
 * any are missing. Looks no further back than coinbases take to mature.
 */
export async function countImmature(
  db: SqlExecutor,
  keys: readonly UtxoKey[],
  { currencyId }: Pick<UtxoFilter, 'currencyId'>,
): Promise<{ keyIndex: number; count: number }[]> {
  return forEachCurrency(keys, currencyId, (some, currency) => {
    const names = currency === 'token' ? (['address', 'currency'] as const) : (['address'] as const);
    const { unspent, spent, ofKey, kinds } = chooseSource(currency, true);
    const young = 'link.height > wanted.mature_height AND link.height <= wanted.height AND link.is_coinbase';
    const counted = [
      ...kinds.map((kind) => `SELECT link.vout FROM ${unspent} link WHERE ${ofKey} AND ${kind} AND ${young}`),
      `SELECT link.vout FROM ${spent} link WHERE ${ofKey} AND link.spent_height > wanted.height AND (${kinds.join(' OR ')}) AND ${young}`,
    ];
    return db.$queryRawUnsafe(
      `SELECT (wanted.place - 1)::integer AS "keyIndex", count(*)::integer AS count
         FROM ${wantedKeys(names, ['height', 'mature_height'])}
        CROSS JOIN LATERAL (${counted.join(' UNION ALL ')}) immature
        GROUP BY wanted.place`,
      ...keyColumns(some, currency === 'token' ? currencyId : null),
    );
  });
}

/** @param tokenId for all keys; null: they have none */
function keyColumns(keys: readonly UtxoKey[], tokenId: string | null): unknown[] {
  return [
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    ...(tokenId === null ? [] : [keys.map(() => tokenId)]),
    keys.map(({ height }) => height),
    keys.map(({ matureHeight }) => matureHeight),
  ];
}
