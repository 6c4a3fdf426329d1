-- What an output waits for, and the states of identities, follow from scripts and payloads that only the block stream has. So the rows
-- are not rewritten: they are made again. The indexer finds that it has applied nothing and begins with the first block; until it is at
-- the tip again the consistent tip is where it stands (docs/operating.md).
TRUNCATE "sync_cursor", "applied_block", "chain", "address", "transaction_place", "output", "spend", "address_utxo", "address_spent_output",
         "token_utxo", "token_spent_output", "balance_change", "token_balance", "address_transaction", "holder_change", "holder", "held_total",
         "known_currency";

-- AlterTable
ALTER TABLE "output" DROP COLUMN "is_spendable", ADD COLUMN     "guard_id" INTEGER NOT NULL;

-- AlterTable
ALTER TABLE "address_utxo" DROP CONSTRAINT "address_utxo_pkey",
DROP COLUMN "is_coinbase",
DROP COLUMN "is_spendable",
ADD COLUMN     "guard_id" INTEGER NOT NULL,
ADD COLUMN     "matures" BOOLEAN NOT NULL,
ADD CONSTRAINT "address_utxo_pkey" PRIMARY KEY ("chain", "address_id", "guard_id", "is_native", "height", "tx_index", "vout");

-- AlterTable
ALTER TABLE "address_spent_output" DROP COLUMN "is_coinbase",
DROP COLUMN "is_spendable",
ADD COLUMN     "guard_id" INTEGER NOT NULL,
ADD COLUMN     "matures" BOOLEAN NOT NULL;

-- AlterTable
ALTER TABLE "token_utxo" DROP CONSTRAINT "token_utxo_pkey",
DROP COLUMN "is_coinbase",
DROP COLUMN "is_spendable",
ADD COLUMN     "guard_id" INTEGER NOT NULL,
ADD COLUMN     "matures" BOOLEAN NOT NULL,
ADD CONSTRAINT "token_utxo_pkey" PRIMARY KEY ("chain", "address_id", "currency_id", "guard_id", "height", "tx_index", "vout");

-- AlterTable
ALTER TABLE "token_spent_output" DROP COLUMN "is_coinbase",
DROP COLUMN "is_spendable",
ADD COLUMN     "guard_id" INTEGER NOT NULL,
ADD COLUMN     "matures" BOOLEAN NOT NULL;

-- CreateTable
CREATE TABLE "identity_lock" (
    "chain" SMALLINT NOT NULL,
    "identity_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "free_from" BIGINT,

    CONSTRAINT "identity_lock_pkey" PRIMARY KEY ("chain","identity_id","height")
);

-- CreateTable
CREATE TABLE "joint_guard" (
    "chain" SMALLINT NOT NULL,
    "id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "needed" INTEGER NOT NULL,
    "group_needed" INTEGER[],
    "group_numbers" INTEGER[],
    "identity_ids" INTEGER[],

    CONSTRAINT "joint_guard_pkey" PRIMARY KEY ("chain","id")
);

-- CreateTable
CREATE TABLE "guarded_count" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "guard_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "utxo_count" INTEGER NOT NULL,

    CONSTRAINT "guarded_count_pkey" PRIMARY KEY ("chain","address_id","currency_id","guard_id","height")
);

-- CreateIndex
CREATE INDEX "identity_lock_chain_height_idx" ON "identity_lock"("chain", "height");

-- CreateIndex
CREATE INDEX "joint_guard_chain_height_idx" ON "joint_guard"("chain", "height");

-- CreateIndex
CREATE INDEX "guarded_count_chain_height_idx" ON "guarded_count"("chain", "height");

-- The guards that unspent outputs of an address wait for as of a height (src/db/guard.ts lists the kinds), from guard to guard by the index,
-- with the number of these outputs; is_open: the block after that height may spend them. Currency 0: of every currency.
-- A state of an identity frees it from a height on, so m of n are free from the m-th lowest of their heights on; nulls come last.
-- It is one statement, so that Postgres plans it as a part of the statement that names it.
CREATE FUNCTION guards_of(of_chain SMALLINT, of_address INTEGER, of_currency INTEGER, as_of INTEGER)
RETURNS TABLE (guard_id INTEGER, utxo_count INTEGER, is_open BOOLEAN)
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
  SELECT met.guard_id, counted.utxo_count, coalesce(opening.height <= as_of::bigint + 1, false)
    FROM met
   CROSS JOIN LATERAL (
     SELECT state.utxo_count FROM guarded_count state
      WHERE state.chain = of_chain AND state.address_id = of_address AND state.currency_id = of_currency
        AND state.guard_id = met.guard_id AND state.height <= as_of
      ORDER BY state.height DESC
      LIMIT 1
   ) counted
   CROSS JOIN LATERAL (
     SELECT CASE WHEN met.guard_id < 0 THEN -met.guard_id::bigint ELSE coalesce(
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
