-- Which part of a balance waits follows from the amounts behind guards. They are added up from the outputs, so no block is read again. The
-- counts are made again with them: a block that takes an output from a guard and brings another one changes the amount and not the count.
ALTER TABLE "guarded_count" ADD COLUMN     "satoshis" BIGINT NOT NULL DEFAULT 0;

TRUNCATE "guarded_count";

-- Native value that a contract holds is behind guard -1, and its tokens are in no row. Currency 0 stands for every currency, and currency 1
-- is the native one (src/db/address-registry.ts).
INSERT INTO "guarded_count" ("chain", "address_id", "currency_id", "guard_id", "height", "utxo_count", "satoshis")
SELECT moved.chain, moved.address_id, moved.currency_id, moved.guard_id, moved.height,
       sum(moved.change) OVER running, sum(moved.satoshis) OVER running
  FROM (
    SELECT output.chain, owner.address_id, carried.currency_id, output.guard_id, event.height,
           sum(event.change) AS change, sum(event.change * carried.satoshis) AS satoshis
      FROM output
      LEFT JOIN spend ON spend.chain = output.chain AND spend.height = output.height AND spend.tx_index = output.tx_index
       AND spend.vout = output.vout
     CROSS JOIN LATERAL unnest(output.address_ids) AS owner (address_id)
     CROSS JOIN LATERAL (
       SELECT 0 AS currency_id, 0::bigint AS satoshis WHERE output.guard_id <> -1
        UNION ALL
       SELECT 1, output.satoshis WHERE output.satoshis <> 0
        UNION ALL
       SELECT token.id, token.satoshis FROM unnest(output.token_ids, output.token_satoshis) AS token (id, satoshis)
        WHERE output.guard_id <> -1
     ) carried
     CROSS JOIN LATERAL (
       SELECT output.height, 1 AS change
        UNION ALL
       SELECT spend.spent_height, -1 WHERE spend.spent_height IS NOT NULL
     ) event
     WHERE output.guard_id <> 0
     GROUP BY output.chain, owner.address_id, carried.currency_id, output.guard_id, event.height
    HAVING sum(event.change) <> 0 OR sum(event.change * carried.satoshis) <> 0
  ) moved
WINDOW running AS (PARTITION BY moved.chain, moved.address_id, moved.currency_id, moved.guard_id ORDER BY moved.height);

ALTER TABLE "guarded_count" ALTER COLUMN "satoshis" DROP DEFAULT;

DROP FUNCTION guards_of(SMALLINT, INTEGER, INTEGER, INTEGER);

-- The guards that unspent outputs of an address wait for as of a height (src/db/guard.ts lists the kinds), from guard to guard by the index,
-- with the number of these outputs and their amount of the currency; opens_at: the first block that may spend them, null if no height alone
-- frees them; is_open: the block after that height may. Currency 0: of every currency, with amount 0.
-- A state of an identity frees it from a height on, so m of n are free from the m-th lowest of their heights on; nulls come last.
-- It is one statement, so that Postgres plans it as a part of the statement that names it.
CREATE FUNCTION guards_of(of_chain SMALLINT, of_address INTEGER, of_currency INTEGER, as_of INTEGER)
RETURNS TABLE (guard_id INTEGER, utxo_count INTEGER, satoshis BIGINT, opens_at BIGINT, is_open BOOLEAN)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 2 AS $$
  WITH RECURSIVE met AS (
    (SELECT first.guard_id FROM guarded_count first
      WHERE first.chain = of_chain AND first.address_id = of_address AND first.currency_id = of_currency
      ORDER BY first.guard_id
      LIMIT 1)
    UNION ALL
    SELECT (SELECT next.guard_id FROM guarded_count next
             WHERE next.chain = of_chain AND next.address_id = of_address AND next.currency_id = of_currency AND next.guard_id > met.guard_id
             ORDER BY next.guard_id
             LIMIT 1)
      FROM met WHERE met.guard_id IS NOT NULL
  )
  SELECT met.guard_id, counted.utxo_count, counted.satoshis, opening.height, coalesce(opening.height <= as_of::bigint + 1, false)
    FROM met
   CROSS JOIN LATERAL (
     SELECT state.utxo_count, state.satoshis FROM guarded_count state
      WHERE state.chain = of_chain AND state.address_id = of_address AND state.currency_id = of_currency
        AND state.guard_id = met.guard_id AND state.height <= as_of
      ORDER BY state.height DESC
      LIMIT 1
   ) counted
   CROSS JOIN LATERAL (
     SELECT CASE WHEN met.guard_id = -1 THEN NULL WHEN met.guard_id < 0 THEN -met.guard_id::bigint ELSE coalesce(
       (SELECT state.free_from FROM identity_lock state
         WHERE state.chain = of_chain AND state.identity_id = met.guard_id AND state.height <= as_of
         ORDER BY state.height DESC
         LIMIT 1),
       (SELECT (array_agg(parts.free_from ORDER BY parts.free_from))[joint.needed]
          FROM joint_guard joint
         CROSS JOIN LATERAL (
           SELECT (array_agg(member.free_from ORDER BY member.free_from))[joint.group_needed[member.group_number]] AS free_from
             FROM (SELECT listed.group_number,
                          (SELECT state.free_from FROM identity_lock state
                            WHERE state.chain = of_chain AND state.identity_id = listed.identity_id AND state.height <= as_of
                            ORDER BY state.height DESC
                            LIMIT 1) AS free_from
                     FROM unnest(joint.group_numbers, joint.identity_ids) AS listed (group_number, identity_id)) member
            GROUP BY member.group_number
         ) parts
         WHERE joint.chain = of_chain AND joint.id = met.guard_id
         GROUP BY joint.needed)) END AS height
   ) opening
   WHERE counted.utxo_count > 0
$$;
