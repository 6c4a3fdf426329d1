import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface GeneratedIdentities {
  chainId: string;
  /** Its rows are repeated under other names. */
  template: string;
  /** Each gets a revision in its own block above the recorded ones; the first one in each of these blocks. */
  addresses: readonly string[];
  parentId: string;
  holder: string;
  tip: number;
}

// $1 chain, $2 template, $3 addresses, $4 parent, $5 holder, $6 tip.
const COPIES = `
  WITH given AS (SELECT $1::text, $2::text, $3::text[], $4::text, $5::text, $6::integer),
  copy AS (
    SELECT address, place::integer AS i, $6::integer + place::integer AS at, 'n' || place AS name, place % 2 = 0 AS is_even
      FROM unnest($3) WITH ORDINALITY AS one (address, place)
  ),
  revised AS (
    SELECT address, 1 AS revision, at, name FROM copy
    UNION ALL
    SELECT ($3)[1], i, at, 'n1' FROM copy WHERE i > 1
  )`;

const STATEMENTS = [
  `INSERT INTO applied_block (serial, height, time, chain, hash)
   ${COPIES} SELECT at, at, last.time::bigint + 60 * i, last.chain, sha256(convert_to(at::text, 'UTF8'))
     FROM copy, applied_block last JOIN chain ON chain.id = last.chain WHERE chain.chain_id = $1 AND last.height = $6`,
  `INSERT INTO identity (chain, identity_address, ordinal, registered_height, registered_txid, parent_id, parent_path, referral)
   ${COPIES} SELECT ${chainNumber(1)}, address, (SELECT max(ordinal) FROM identity WHERE chain = ${chainNumber(1)}) + i, at, registered_txid,
                    CASE WHEN is_even THEN $4 ELSE parent_id END, parent_path, referral
     FROM copy, identity WHERE chain = ${chainNumber(1)} AND identity_address = $2`,
  `INSERT INTO identity_revision (chain, identity_address, version, height, tx_index, vout, txid, operations, structure_version, flags,
                                  timelock, name, system_id, primary_addresses, minimum_signatures, revocation_authority,
                                  recovery_authority, private_address, content_map, content_multi_map)
   ${COPIES} SELECT ${chainNumber(1)}, address, revision, at, 1 + (revision > 1)::integer, 0, txid, operations, structure_version, flags, timelock,
                    revised.name, system_id, ARRAY[$5], minimum_signatures, $4, recovery_authority, private_address, content_map,
                    content_multi_map
     FROM revised, identity_revision WHERE chain = ${chainNumber(1)} AND identity_address = $2 AND version = 1`,
  `INSERT INTO identity_holder (chain, identity_address, role, holder, from_version, from_height, ordinal)
   ${COPIES} SELECT ${chainNumber(1)}, address, role, role_holder, 1, at, (SELECT max(ordinal) FROM identity WHERE chain = ${chainNumber(1)}) - cardinality($3) + i
     FROM copy, (VALUES ('PRIMARY', $5), ('REVOCATION', $4)) AS held (role, role_holder) WHERE is_even`,
  `INSERT INTO identity_label (chain, identity_address, position, path, label_length, ordinal, height)
   ${COPIES} SELECT ${chainNumber(1)}, address, 0, convert_to(copy.name, 'UTF8'), length(copy.name), ordinal, at
     FROM copy JOIN identity ON identity.chain = ${chainNumber(1)} AND identity_address = address`,
  `UPDATE sync_cursor SET height = last.height, hash = last.hash
     FROM (${COPIES} SELECT height, encode(hash, 'hex') AS hash FROM applied_block JOIN copy ON height = at
            WHERE chain = ${chainNumber(1)} ORDER BY height DESC LIMIT 1) last
    WHERE chain_id = $1`,
];

export async function generateIdentities(db: SqlExecutor, all: GeneratedIdentities): Promise<void> {
  const { chainId, template, addresses, parentId, holder, tip } = all;
  for (const sql of STATEMENTS) {
    await db.$executeRawUnsafe(sql, chainId, template, addresses, parentId, holder, tip);
  }
  await db.$executeRawUnsafe('ANALYZE');
}
