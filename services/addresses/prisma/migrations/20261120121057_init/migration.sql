-- A block's time is a uint32, which an int4 cannot hold from 2038-01-19T03:14:08Z on. An OID holds it in four bytes, half of a BIGINT.
-- Text that rows are ordered by is ordered by its bytes, whatever the database's own collation.
-- Columns stand in an order without padding, and rows leave out what most of them repeat (docs/adr/0049, docs/adr/0054).

-- CreateTable
CREATE TABLE "address" (
    "chain" SMALLINT NOT NULL,
    "id" INTEGER NOT NULL,
    "address" TEXT COLLATE "C" NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "address_pkey" PRIMARY KEY ("chain", "id")
);

-- CreateTable
CREATE TABLE "transaction_place" (
    "chain" SMALLINT NOT NULL,
    "pays_shielded" BOOLEAN NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,

    CONSTRAINT "transaction_place_pkey" PRIMARY KEY ("chain", "height", "tx_index")
);

-- CreateTable
CREATE TABLE "output_row" (
    "chain" SMALLINT NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "holder_id" INTEGER,
    "guard_id" INTEGER NOT NULL,
    "satoshis" BIGINT NOT NULL,
    "token_ids" INTEGER[],
    "token_satoshis" BIGINT[],
    "kind" TEXT,
    "script" BYTEA,
    "address_ids" INTEGER[],

    CONSTRAINT "output_pkey" PRIMARY KEY ("chain", "height", "tx_index", "vout")
);

-- CreateTable
CREATE TABLE "ownerless_spend" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "spent_height" INTEGER NOT NULL,
    "spender_tx_index" INTEGER NOT NULL,

    CONSTRAINT "ownerless_spend_pkey" PRIMARY KEY ("chain", "height", "tx_index", "vout")
);

-- CreateTable
CREATE TABLE "address_utxo" (
    "chain" SMALLINT NOT NULL,
    "is_native" BOOLEAN NOT NULL,
    "matures" BOOLEAN NOT NULL,
    "address_id" INTEGER NOT NULL,
    "guard_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,

    CONSTRAINT "address_utxo_pkey" PRIMARY KEY ("chain", "address_id", "guard_id", "is_native", "height", "tx_index", "vout")
);

-- CreateTable
CREATE TABLE "address_spent_output" (
    "chain" SMALLINT NOT NULL,
    "is_native" BOOLEAN NOT NULL,
    "matures" BOOLEAN NOT NULL,
    "address_id" INTEGER NOT NULL,
    "spent_height" INTEGER NOT NULL,
    "spender_tx_index" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "guard_id" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "token_utxo" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "guard_id" INTEGER NOT NULL,
    "matures" BOOLEAN NOT NULL,

    CONSTRAINT "token_utxo_pkey" PRIMARY KEY ("chain", "address_id", "currency_id", "guard_id", "height", "tx_index", "vout")
);

-- CreateTable
CREATE TABLE "token_spent_output" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "spent_height" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "guard_id" INTEGER NOT NULL,
    "matures" BOOLEAN NOT NULL,

    CONSTRAINT "token_spent_output_pkey" PRIMARY KEY ("chain", "address_id", "currency_id", "spent_height", "height", "tx_index", "vout")
);

-- CreateTable
CREATE TABLE "identity_lock" (
    "chain" SMALLINT NOT NULL,
    "identity_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "free_from" BIGINT,

    CONSTRAINT "identity_lock_pkey" PRIMARY KEY ("chain", "identity_id", "height")
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

    CONSTRAINT "joint_guard_pkey" PRIMARY KEY ("chain", "id")
);

-- CreateTable
CREATE TABLE "guarded_count" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "guard_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "utxo_count" INTEGER NOT NULL,
    "satoshis" BIGINT NOT NULL,

    CONSTRAINT "guarded_count_pkey" PRIMARY KEY ("chain", "address_id", "currency_id", "guard_id", "height")
);

-- CreateTable
CREATE TABLE "sharer" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "group_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "address_ids" INTEGER[],

    CONSTRAINT "sharer_pkey" PRIMARY KEY ("chain", "address_id", "currency_id", "group_id")
);

-- CreateTable
CREATE TABLE "shared_balance" (
    "chain" SMALLINT NOT NULL,
    "group_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "balance" BIGINT NOT NULL,

    CONSTRAINT "shared_balance_pkey" PRIMARY KEY ("chain", "group_id", "currency_id", "height", "tx_index")
);

-- CreateTable
CREATE TABLE "native_transaction" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "tx_count" INTEGER NOT NULL,
    "utxo_count" INTEGER NOT NULL,
    "spendable_utxo_count" INTEGER NOT NULL,
    "native_tx_count" INTEGER NOT NULL,
    "native_utxo_count" INTEGER NOT NULL,
    "native_spendable_utxo_count" INTEGER NOT NULL,
    "satoshis" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,
    "received" DECIMAL(40,0) NOT NULL,

    CONSTRAINT "native_transaction_pkey" PRIMARY KEY ("chain", "address_id", "height", "tx_index")
);

-- CreateTable
CREATE TABLE "balance_change_row" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "credit" BIGINT NOT NULL,
    "debit" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,
    "received" DECIMAL(40,0) NOT NULL,
    "tx_count" INTEGER NOT NULL,
    "utxo_count" INTEGER NOT NULL,
    "spendable_utxo_count" INTEGER NOT NULL,

    CONSTRAINT "balance_change_pkey" PRIMARY KEY ("chain", "address_id", "currency_id", "height", "tx_index")
);

-- CreateTable
CREATE TABLE "token_balance" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "balance" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "first_height" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,

    CONSTRAINT "token_balance_pkey" PRIMARY KEY ("chain", "address_id", "currency_id")
);

-- CreateTable
CREATE TABLE "address_transaction_row" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "tx_count" INTEGER NOT NULL,
    "utxo_count" INTEGER NOT NULL,
    "spendable_utxo_count" INTEGER NOT NULL,
    "direction" TEXT NOT NULL,
    "currency_ids" INTEGER[],
    "net_satoshis" BIGINT[],

    CONSTRAINT "address_transaction_pkey" PRIMARY KEY ("chain", "address_id", "height", "tx_index")
);

-- CreateTable
CREATE TABLE "holder_change" (
    "chain" SMALLINT NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "holder_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "previous_balance" BIGINT
);

-- CreateTable
CREATE TABLE "holder" (
    "chain" SMALLINT NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "holder_id" INTEGER NOT NULL,
    "balance" BIGINT NOT NULL,
    "holder" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "holder_pkey" PRIMARY KEY ("chain", "currency_id", "holder_id")
);

-- CreateTable
CREATE TABLE "held_total" (
    "chain" SMALLINT NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "holders" INTEGER NOT NULL,
    "total" BIGINT NOT NULL,

    CONSTRAINT "held_total_pkey" PRIMARY KEY ("chain", "currency_id", "height")
);

-- CreateTable
CREATE TABLE "known_currency" (
    "chain" SMALLINT NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "known_currency_pkey" PRIMARY KEY ("chain", "currency_id")
);

-- CreateTable
CREATE TABLE "hour_start" (
    "chain" SMALLINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "hour_start_pkey" PRIMARY KEY ("chain", "hour")
);

-- CreateTable
CREATE TABLE "active_count" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "ever" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "week" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,

    CONSTRAINT "active_count_pkey" PRIMARY KEY ("chain", "height")
);

-- CreateTable
CREATE TABLE "network" (
    "chain_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL,
    "block_time_seconds" INTEGER NOT NULL,
    "announcement" JSONB NOT NULL,

    CONSTRAINT "network_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "chain" (
    "id" SMALLSERIAL NOT NULL,
    "chain_id" TEXT NOT NULL,

    CONSTRAINT "chain_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sync_cursor" (
    "chain_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sync_cursor_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "applied_block" (
    "serial" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "time" OID NOT NULL,
    "chain" SMALLINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "applied_block_pkey" PRIMARY KEY ("chain", "height")
);

-- CreateTable
CREATE TABLE "removed_block" (
    "removed_at" TIMESTAMPTZ NOT NULL,
    "height" INTEGER NOT NULL,
    "time" OID NOT NULL,
    "chain" SMALLINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "removed_block_pkey" PRIMARY KEY ("chain", "height", "hash")
);

-- CreateIndex
CREATE INDEX "address_address_idx" ON "address" USING HASH ("address");

-- CreateIndex
CREATE INDEX "transaction_place_txid_idx" ON "transaction_place" USING HASH ("txid");

-- CreateIndex
CREATE INDEX "ownerless_spend_chain_spent_height_idx" ON "ownerless_spend"("chain", "spent_height");

-- CreateIndex
CREATE INDEX "address_spent_output_chain_address_id_spent_height_idx" ON "address_spent_output"("chain", "address_id", "spent_height");

-- CreateIndex
CREATE INDEX "identity_lock_chain_height_idx" ON "identity_lock"("chain", "height");

-- CreateIndex
CREATE INDEX "joint_guard_chain_height_idx" ON "joint_guard"("chain", "height");

-- CreateIndex
CREATE INDEX "guarded_count_chain_height_idx" ON "guarded_count"("chain", "height");

-- CreateIndex
CREATE INDEX "sharer_chain_height_idx" ON "sharer"("chain", "height");

-- CreateIndex
CREATE INDEX "shared_balance_chain_height_idx" ON "shared_balance"("chain", "height");

-- CreateIndex
CREATE INDEX "native_transaction_chain_height_idx" ON "native_transaction"("chain", "height");

-- CreateIndex
CREATE INDEX "token_balance_address_id_chain_height_currency_id_idx" ON "token_balance"("address_id", "chain", "height", "currency_id");

-- CreateIndex
CREATE INDEX "token_balance_chain_address_id_balance_currency_idx" ON "token_balance"("chain", "address_id", "balance", "currency");

-- CreateIndex
CREATE INDEX "token_balance_chain_address_id_first_height_ordinal_idx" ON "token_balance"("chain", "address_id", "first_height", "ordinal");

-- CreateIndex
CREATE INDEX "address_transaction_chain_height_idx" ON "address_transaction_row"("chain", "height");

-- CreateIndex
CREATE INDEX "holder_change_currency_id_chain_height_idx" ON "holder_change"("currency_id", "chain", "height");

-- CreateIndex
CREATE INDEX "holder_chain_currency_id_balance_holder_idx" ON "holder"("chain", "currency_id", "balance", "holder");

-- CreateIndex
CREATE INDEX "held_total_chain_height_idx" ON "held_total"("chain", "height");

-- CreateIndex
CREATE INDEX "known_currency_chain_height_idx" ON "known_currency"("chain", "height");

-- CreateIndex
CREATE INDEX "hour_start_chain_height_idx" ON "hour_start"("chain", "height");

-- CreateIndex
CREATE UNIQUE INDEX "chain_chain_id_key" ON "chain"("chain_id");

-- CreateIndex
CREATE INDEX "applied_block_hash_idx" ON "applied_block" USING HASH ("hash");

-- CreateIndex
CREATE INDEX "removed_block_hash_idx" ON "removed_block" USING HASH ("hash");

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

CREATE VIEW "output" AS
SELECT "chain", "height", "tx_index", "vout", "holder_id", "guard_id", "is_coinbase", "satoshis",
       coalesce("token_ids", '{}') AS "token_ids", coalesce("token_satoshis", '{}') AS "token_satoshis", "kind", "script",
       coalesce("address_ids", ARRAY["holder_id"]) AS "address_ids"
  FROM "output_row";

-- For statements by hand, and for tests: every spend, once.
CREATE VIEW "spend" AS
SELECT DISTINCT "chain", "height", "tx_index", "vout", "spent_height", "spender_tx_index" FROM "address_spent_output"
 UNION ALL
SELECT "chain", "height", "tx_index", "vout", "spent_height", "spender_tx_index" FROM "ownerless_spend";

CREATE VIEW "address_transaction" AS
SELECT "chain", "address_id", "height", "tx_index", "balance_after", "tx_count", "utxo_count", "spendable_utxo_count",
       "direction", "currency_ids", "net_satoshis"
  FROM "address_transaction_row"
 UNION ALL
SELECT "chain", "address_id", "height", "tx_index", "balance", "tx_count", "utxo_count", "spendable_utxo_count",
       CASE WHEN "satoshis" > 0 THEN 'RECEIVED' ELSE 'SENT' END, '{1}', ARRAY["satoshis"]
  FROM "native_transaction";

CREATE VIEW "balance_change" AS
SELECT "chain", "address_id", "currency_id", "height", "tx_index", "credit", "debit", "balance", "received", "tx_count", "utxo_count",
       "spendable_utxo_count"
  FROM "balance_change_row"
 UNION ALL
SELECT "chain", "address_id", 1, "height", "tx_index", greatest("satoshis", 0), greatest(-"satoshis", 0), "balance", "received",
       "native_tx_count", "native_utxo_count", "native_spendable_utxo_count"
  FROM "native_transaction";
