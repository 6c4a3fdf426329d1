import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { NATIVE_ID } from './address-registry.ts';
import type { UtxoKey } from './list-utxos.ts';
import { firstMaturingHeight } from './output-row.ts';
import { CHAIN_AND_ADDRESS } from './wanted-keys.ts';

/** Satoshis of the native currency that the next block may not spend. */
export interface LockedAmounts {
  immature: bigint;
  locked: bigint;
}

// `young` reads the immature coinbases once for all addresses of one height, so the cost does not grow with an address. Parameters: $1
// to $5 are arrays with a value for each key: chain, address, height, the last height whose coinbases are mature, and the first height
// whose coinbases have to mature.
const LOCKED_AMOUNTS = `
WITH wanted AS MATERIALIZED (
  SELECT chain.id AS chain, address.id AS address_id, listed.height, listed.mature_height, listed.first_height, listed.place
    FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[]) WITH ORDINALITY
      AS listed (chain_id, address, height, mature_height, first_height, place)
   ${CHAIN_AND_ADDRESS}
), young AS MATERIALIZED (
  SELECT blocks.chain, blocks.height, owner.address_id, output.guard_id, output.satoshis
    FROM (SELECT DISTINCT chain, height, mature_height, first_height FROM wanted) blocks
   CROSS JOIN LATERAL generate_series(greatest(blocks.mature_height + 1, blocks.first_height), blocks.height) AS created (height)
   CROSS JOIN LATERAL (
      SELECT output.address_ids, output.guard_id, output.satoshis FROM output
       WHERE output.chain = blocks.chain AND output.height = created.height AND output.tx_index = 0 AND output.guard_id <> -1
         AND output.satoshis <> 0
      OFFSET 0
   ) output
   CROSS JOIN LATERAL unnest(output.address_ids) AS owner (address_id)
   WHERE owner.address_id IN (SELECT address_id FROM wanted)
)
SELECT (wanted.place - 1)::integer AS "keyIndex", behind_guards.locked::text AS locked, immature.amount::text AS immature
  FROM wanted
 CROSS JOIN LATERAL (
    SELECT coalesce(sum(guard.satoshis) FILTER (WHERE NOT guard.is_open), 0) AS locked,
           coalesce(array_agg(guard.guard_id) FILTER (WHERE NOT guard.is_open), '{}') AS closed
      FROM guards_of(wanted.chain, wanted.address_id, ${NATIVE_ID}, wanted.height) guard
 ) behind_guards
 CROSS JOIN LATERAL (
    SELECT coalesce(sum(young.satoshis), 0) AS amount FROM young
     WHERE young.chain = wanted.chain AND young.height = wanted.height AND young.address_id = wanted.address_id
       AND young.guard_id <> ALL (behind_guards.closed)
 ) immature
 WHERE behind_guards.locked + immature.amount > 0`;

/** Addresses without such amounts are missing. */
export async function findLockedAmounts(
  db: SqlExecutor,
  keys: readonly UtxoKey[],
): Promise<(LockedAmounts & { keyIndex: number })[]> {
  if (keys.length === 0) return [];
  const rows = await db.$queryRawUnsafe<{ keyIndex: number; immature: string; locked: string }[]>(
    LOCKED_AMOUNTS,
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ height }) => height),
    keys.map(({ matureHeight }) => matureHeight),
    keys.map(({ chainId }) => firstMaturingHeight(chainId)),
  );
  return rows.map(({ keyIndex, immature, locked }) => ({
    keyIndex,
    immature: BigInt(immature),
    locked: BigInt(locked),
  }));
}
