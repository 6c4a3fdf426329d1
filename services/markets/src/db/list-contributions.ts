import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { LaunchKey } from './list-launches.ts';
import { scopeOf } from './list-scopes.ts';
import { type TransferRow, transferColumns } from './transfer-row.ts';

export interface ContributionsPage {
  /** Place of the last one of the page before; null: from the start. */
  after: readonly [height: number, txIndex: number, vout: number] | null;
  limit: number;
}

/** A contribution to the launch that `keyIndex` names. */
export type ListedContribution = TransferRow & { keyIndex: number };

/** Number of the list of the contributions to a launch. */
export function contributionsScope(currencyId: string): bigint {
  return scopeOf('transfers', { contributesTo: currencyId });
}

const PLACE_MAX = 2 ** 31 - 1;

/** Contributions to each launch by its height, newest first: one page per launch. One query. */
export async function listContributions(
  db: SqlExecutor,
  keys: readonly LaunchKey[],
  { after, limit }: ContributionsPage,
): Promise<ListedContribution[]> {
  return db.$queryRawUnsafe<ListedContribution[]>(
    `SELECT (wanted.key - 1)::integer AS "keyIndex", ${transferColumns('wanted.chain_id', 'wanted.height_max')}
       FROM (SELECT ${chainNumberOf('asked.chain_id')} AS chain, asked.*
               FROM unnest($1::text[], $2::bigint[], $3::integer[]) WITH ORDINALITY AS asked (chain_id, scope, height_max, key)
             OFFSET 0) wanted
      CROSS JOIN LATERAL (
        SELECT height, tx_index, vout FROM listing
         WHERE chain = wanted.chain AND scope = wanted.scope AND height <= wanted.height_max
           AND (height, tx_index, vout) < ($4::integer, $5::integer, $6::integer)
         ORDER BY height DESC, tx_index DESC, vout DESC LIMIT $7) page
       JOIN transfer ON transfer.chain = wanted.chain AND transfer.height = page.height AND transfer.tx_index = page.tx_index
        AND transfer.vout = page.vout
      ORDER BY wanted.key, page.height DESC, page.tx_index DESC, page.vout DESC`,
    ...columnsOf(
      keys.map(({ chainId, currencyId, height }) => ({
        chainId,
        scope: contributionsScope(currencyId).toString(),
        height,
      })),
      'chainId',
      'scope',
      'height',
    ),
    ...(after ?? [PLACE_MAX, PLACE_MAX, PLACE_MAX]),
    limit,
  );
}
