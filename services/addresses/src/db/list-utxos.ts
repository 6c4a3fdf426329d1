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

const SPENDABLE = '(link.is_spendable AND (NOT link.is_coinbase OR link.height <= wanted.mature_height))';

const CARRIES = '($5::text IS NULL OR $5 = ANY (link.currency_ids))';

const OLDER = '(link.height, link.tx_index, link.vout) < ($8::integer, $9::integer, $10::integer)';

const AFTER_ALL = { height: 2 ** 31 - 1, txIndex: 2 ** 31 - 1, vout: 2 ** 31 - 1 };

// Only with the constant column named does Postgres see that its index on unspent outputs has this order.
const UNSPENT_NOW = selectLinks(
  `address_output link
    WHERE link.chain_id = wanted.chain_id AND link.address = wanted.address AND link.spent_height IS NULL`,
  'link.spent_height DESC NULLS FIRST,',
);

// OFFSET keeps the other conditions out: for them Postgres would rather read all that was ever spent.
const SPENT_SINCE = selectLinks(
  `(SELECT * FROM address_output spent
     WHERE spent.chain_id = wanted.chain_id AND spent.address = wanted.address AND spent.spent_height > wanted.height
    OFFSET 0) link
    WHERE true`,
  '',
);

function selectLinks(from: string, order: string): string {
  return `SELECT link.txid, link.vout, link.height, link.tx_index, ${SPENDABLE} AS spendable
            FROM ${from}
             AND link.height <= wanted.height AND ${OLDER} AND ${CARRIES} AND (NOT $6 OR ${SPENDABLE})
           ORDER BY ${order} link.height DESC, link.tx_index DESC, link.vout DESC
           LIMIT $7`;
}

/**
 * Outputs of each address that were unspent at its height, newest first: one page per address. What is unspent now is read in index
 * order, what was spent since then is added: near the tip that is next to nothing, and never depends on the spent history before.
 */
export async function listUtxos(
  db: SqlExecutor,
  keys: readonly UtxoKey[],
  { currencyId, spendableOnly, limit, after }: UtxoPage,
): Promise<ListedUtxo[]> {
  const { height, txIndex, vout } = after ?? AFTER_ALL;
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", encode(link.txid, 'hex') AS txid, link.vout, link.height,
            link.tx_index AS "txIndex", link.spendable, output.*
       FROM ${WANTED}
      CROSS JOIN LATERAL (
        (${UNSPENT_NOW})
        UNION ALL
        (${SPENT_SINCE})
        ORDER BY height DESC, tx_index DESC, vout DESC
        LIMIT $7
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
    ...keyColumns(keys),
    currencyId,
    spendableOnly,
    limit,
    height,
    txIndex,
    vout,
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
      WHERE link.is_coinbase AND link.is_spendable AND ${CARRIES}
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
