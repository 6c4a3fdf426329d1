import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { ActivityKey } from './address-transactions.ts';
import type { CurrencyValue } from './output-row.ts';
import { readAmounts } from './outputs.ts';

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

const WANTED = `unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) WITH ORDINALITY
  AS wanted (chain_id, address, height, mature_height, place)`;

/** Where the rows of a filter stand, and the kinds of them that meet it: of each kind the index has the unspent ones in order. */
interface Source {
  table: 'address_output' | 'token_output';
  condition: string;
  kinds: readonly string[];
}

function chooseSource(currency: 'any' | 'native' | 'token', spendableOnly: boolean): Source {
  const spendable = spendableOnly ? ['link.is_spendable'] : ['link.is_spendable', 'NOT link.is_spendable'];
  if (currency === 'token') return { table: 'token_output', condition: 'link.currency_id = $9', kinds: spendable };
  const native = currency === 'native' ? ['link.is_native'] : ['link.is_native', 'NOT link.is_native'];
  const kinds = spendable.flatMap((first) => native.map((second) => `${first} AND ${second}`));
  return { table: 'address_output', condition: 'true', kinds };
}

const SPENDABLE = '(link.is_spendable AND (NOT link.is_coinbase OR link.height <= wanted.mature_height))';

const COLUMNS = `link.txid, link.vout, link.height, link.tx_index, ${SPENDABLE} AS spendable`;

/** One bound, not that of the page and that of the height: Postgres would begin at one and read on to the other. */
const OLDER = `(link.height, link.tx_index, link.vout) < (coalesce($6::integer, wanted.height + 1), $7::integer, $8::integer)`;

function selectLinks({ table, condition, kinds }: Source, spendableOnly: boolean): string {
  const mature = spendableOnly ? `AND ${SPENDABLE}` : '';
  const ofAddress = `link.chain_id = wanted.chain_id AND link.address = wanted.address AND ${condition}`;
  // Only with the constant column named does Postgres see that its index on unspent outputs has this order.
  const unspentNow = kinds.map(
    (kind) => `(SELECT ${COLUMNS} FROM ${table} link
                 WHERE ${ofAddress} AND link.spent_height IS NULL AND ${kind} AND ${OLDER} ${mature}
                 ORDER BY link.spent_height DESC NULLS FIRST, link.height DESC, link.tx_index DESC, link.vout DESC
                 LIMIT $5)`,
  );
  // OFFSET keeps the other conditions out: for them Postgres would rather read all that was ever spent.
  const spentSince = `(SELECT ${COLUMNS}
                         FROM (SELECT * FROM ${table} link WHERE ${ofAddress} AND link.spent_height > wanted.height OFFSET 0) link
                        WHERE (${kinds.join(' OR ')}) AND ${OLDER} ${mature}
                        ORDER BY link.height DESC, link.tx_index DESC, link.vout DESC
                        LIMIT $5)`;
  return [...unspentNow, spentSince].join(' UNION ALL ');
}

/**
 * Outputs of each address that were unspent at its height, newest first: one page per address. What is unspent now is read in index
 * order, what was spent since then is added: near the tip that is next to nothing, and never depends on the spent history before.
 */
export async function listUtxos(db: SqlExecutor, keys: readonly UtxoKey[], page: UtxoPage): Promise<ListedUtxo[]> {
  const { currencyId } = page;
  if (currencyId === null) return listPages(db, keys, page, 'any');
  // Addresses of several chains in one answer: what is native on one is a token on another.
  const pages: ListedUtxo[] = [];
  for (const currency of ['native', 'token'] as const) {
    const places = keys.flatMap(({ chainId }, index) =>
      (chainId === currencyId) === (currency === 'native') ? [index] : [],
    );
    if (places.length === 0) continue;
    const rows = await listPages(
      db,
      places.flatMap((place) => keys[place] ?? []),
      page,
      currency,
    );
    pages.push(...rows.map((row) => ({ ...row, keyIndex: places[row.keyIndex] ?? row.keyIndex })));
  }
  return pages;
}

async function listPages(
  db: SqlExecutor,
  keys: readonly UtxoKey[],
  { currencyId, spendableOnly, limit, after }: UtxoPage,
  currency: 'any' | 'native' | 'token',
): Promise<ListedUtxo[]> {
  const parameters: unknown[] = [
    ...keyColumns(keys),
    limit,
    after?.height ?? null,
    after?.txIndex ?? -1,
    after?.vout ?? -1,
  ];
  if (currency === 'token') parameters.push(currencyId);
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", encode(link.txid, 'hex') AS txid, link.vout, link.height,
            link.tx_index AS "txIndex", link.spendable, output.*
       FROM ${WANTED}
      CROSS JOIN LATERAL (
        ${selectLinks(chooseSource(currency, spendableOnly), spendableOnly)}
        ORDER BY height DESC, tx_index DESC, vout DESC
        LIMIT $5
      ) link
      -- LIMIT says what Postgres does not see: one row each, so look them up and do not read the table to join it.
      CROSS JOIN LATERAL (
        SELECT satoshis, token_ids AS "tokenIds", token_satoshis AS "tokenSatoshis", kind, encode(script, 'hex') AS script,
               is_coinbase AS "isCoinbase"
          FROM output
         WHERE output.chain_id = wanted.chain_id AND output.txid = link.txid AND output.vout = link.vout
         LIMIT 1
      ) output
      ORDER BY wanted.place, link.height DESC, link.tx_index DESC, link.vout DESC`,
    ...parameters,
  );
  return rows.map(({ tokenIds, tokenSatoshis, ...row }) => ({ ...row, tokens: readAmounts(tokenIds, tokenSatoshis) }));
}

/**
 * How many outputs of each address a plain signature could spend but for their immaturity; addresses without any are missing.
 * Looks no further back than coinbases take to mature.
 */
export async function countImmature(
  db: SqlExecutor,
  keys: readonly UtxoKey[],
  { currencyId }: Pick<UtxoFilter, 'currencyId'>,
): Promise<{ keyIndex: number; count: number }[]> {
  return db.$queryRawUnsafe(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", count(*)::integer AS count
       FROM ${WANTED}
       JOIN address_output link ON link.chain_id = wanted.chain_id AND link.address = wanted.address
        AND link.height > wanted.mature_height AND link.height <= wanted.height
        AND (link.spent_height IS NULL OR link.spent_height > wanted.height)
      WHERE link.is_coinbase AND link.is_spendable AND ($5::text IS NULL OR $5 = ANY (link.currency_ids))
      GROUP BY wanted.place`,
    ...keyColumns(keys),
    currencyId,
  );
}

function keyColumns(keys: readonly UtxoKey[]): [string[], string[], number[], number[]] {
  return [
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ height }) => height),
    keys.map(({ matureHeight }) => matureHeight),
  ];
}
