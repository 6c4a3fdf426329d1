-- A block's time is a uint32, which an int4 cannot hold from 2038-01-19T03:14:08Z on. An OID holds it in four bytes, half of a BIGINT.
-- Wide columns come first in tables with a row for each block or more, so that no row has padding between columns.
-- Blocks, their transactions and what these spend stand by place (docs/adr/0053).

-- CreateTable
CREATE TABLE "block" (
    "reward" BIGINT NOT NULL,
    "applied_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "height" INTEGER NOT NULL,
    "time" OID NOT NULL,
    "version" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "transaction_count" INTEGER NOT NULL,
    "fragments_size" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "main" BOOLEAN NOT NULL,
    "hash" BYTEA NOT NULL,
    "previous_hash" BYTEA NOT NULL,
    "merkle_root" BYTEA NOT NULL,
    "chain_work" BYTEA NOT NULL,
    "chain_stake" BYTEA NOT NULL,
    "bits" TEXT NOT NULL,
    "difficulty" TEXT NOT NULL,
    "validation" TEXT NOT NULL,
    "producer" TEXT NOT NULL,

    CONSTRAINT "block_pkey" PRIMARY KEY ("chain", "height", "ordinal")
);

-- CreateTable
CREATE TABLE "produced_block" (
    "height" INTEGER NOT NULL,
    "producer_count" INTEGER NOT NULL,
    "validation_count" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "producer" TEXT NOT NULL,
    "validation" TEXT NOT NULL,

    CONSTRAINT "produced_block_pkey" PRIMARY KEY ("chain", "producer", "validation", "height")
);

-- CreateTable
CREATE TABLE "transaction" (
    "lock_time" BIGINT NOT NULL,
    "expiry_height" BIGINT,
    "value_in" BIGINT,
    "value_out" BIGINT NOT NULL,
    "fee" BIGINT,
    "height" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "size" INTEGER,
    "version" INTEGER NOT NULL,
    "input_count" INTEGER NOT NULL,
    "output_count" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "txid" BYTEA NOT NULL,
    "fragment" BYTEA NOT NULL,

    CONSTRAINT "transaction_pkey" PRIMARY KEY ("chain", "height", "ordinal", "index")
);

-- CreateTable
CREATE TABLE "raw_transaction" (
    "chain_id" TEXT NOT NULL,
    "txid" BYTEA NOT NULL,
    "raw" BYTEA NOT NULL,
    "serial" BIGSERIAL NOT NULL,

    CONSTRAINT "raw_transaction_pkey" PRIMARY KEY ("chain_id", "txid")
);

-- CreateTable
CREATE TABLE "spend" (
    "vout" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "spender_tx_index" INTEGER NOT NULL,
    "input_index" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "txid" BYTEA NOT NULL
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "previous_hash" BYTEA NOT NULL,
    "time" OID NOT NULL,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subgraph_progress" (
    "chain_id" TEXT NOT NULL,
    "consumer" TEXT NOT NULL,
    "height" INTEGER,
    "hash" BYTEA,
    "updated_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reporter" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "past_reporters" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "heard_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subgraph_progress_pkey" PRIMARY KEY ("chain_id", "consumer")
);

-- CreateTable
CREATE TABLE "reorg" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" TEXT NOT NULL,
    "fork_height" INTEGER NOT NULL,
    "depth" INTEGER NOT NULL,
    "old_tip_hash" BYTEA NOT NULL,
    "new_tip_hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "breaks_finality" BOOLEAN NOT NULL DEFAULT false,
    "final_blocks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "reorg_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "node_tip" (
    "chain_id" TEXT NOT NULL,
    "height" INTEGER,
    "ahead_since" TIMESTAMPTZ,
    "notarized_hash" BYTEA,
    "seen_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "silent_since" TIMESTAMPTZ,

    CONSTRAINT "node_tip_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "configured_environment" (
    "environment" TEXT NOT NULL,

    CONSTRAINT "configured_environment_pkey" PRIMARY KEY ("environment")
);

-- CreateTable
CREATE TABLE "awaited_network" (
    "chain_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "awaits" TEXT NOT NULL,

    CONSTRAINT "awaited_network_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "pool_transaction" (
    "chain_id" TEXT NOT NULL,
    "txid" BYTEA NOT NULL,
    "first_seen_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "size" INTEGER NOT NULL,
    "fee" BIGINT,
    "expiry_height" BIGINT,
    "fragment" BYTEA NOT NULL,

    CONSTRAINT "pool_transaction_pkey" PRIMARY KEY ("chain_id", "txid")
);

-- CreateTable
CREATE TABLE "pool_change" (
    "chain_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "txid" BYTEA NOT NULL,
    "currency_ids" TEXT[],
    "satoshis" BIGINT[],

    CONSTRAINT "pool_change_pkey" PRIMARY KEY ("chain_id", "address", "txid")
);

-- CreateTable
CREATE TABLE "pool_spend" (
    "chain_id" TEXT NOT NULL,
    "spent_txid" BYTEA NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,

    CONSTRAINT "pool_spend_pkey" PRIMARY KEY ("chain_id", "spent_txid", "vout", "txid")
);

-- CreateTable
CREATE TABLE "pool_stay" (
    "chain_id" TEXT NOT NULL,
    "enter_serial" BIGINT NOT NULL,
    "txid" BYTEA NOT NULL,
    "left_serial" BIGINT,
    "left_reason" TEXT,
    "left_height" INTEGER,
    "left_at" TIMESTAMPTZ,
    "conflicts_with" BYTEA[],

    CONSTRAINT "pool_stay_pkey" PRIMARY KEY ("chain_id", "enter_serial")
);

-- CreateTable
CREATE TABLE "pool" (
    "chain_id" TEXT NOT NULL,
    "serial" BIGINT NOT NULL DEFAULT 0,
    "read_at" TIMESTAMPTZ,
    "tip_height" INTEGER,
    "tip_hash" TEXT,
    "begins_at" BIGINT NOT NULL DEFAULT 0,
    "timeline" TEXT,

    CONSTRAINT "pool_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "submission" (
    "chain_id" TEXT NOT NULL,
    "txid" BYTEA NOT NULL,
    "raw" BYTEA NOT NULL,
    "state" TEXT NOT NULL,
    "code" INTEGER,
    "message" TEXT,
    "requested_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ,

    CONSTRAINT "submission_pkey" PRIMARY KEY ("chain_id", "txid")
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
CREATE INDEX "block_hash_idx" ON "block" USING HASH ("hash");

-- CreateIndex
CREATE INDEX "produced_block_chain_validation_height_idx" ON "produced_block"("chain", "validation", "height");

-- CreateIndex
CREATE INDEX "transaction_txid_idx" ON "transaction" USING HASH ("txid");

-- CreateIndex
CREATE INDEX "raw_transaction_chain_id_serial_idx" ON "raw_transaction"("chain_id", "serial");

-- CreateIndex
CREATE INDEX "spend_chain_height_idx" ON "spend"("chain", "height");

-- CreateIndex
CREATE INDEX "reorg_chain_id_breaks_finality_id_idx" ON "reorg"("chain_id", "breaks_finality", "id");

-- CreateIndex
CREATE INDEX "reorg_chain_id_id_idx" ON "reorg"("chain_id", "id");

-- CreateIndex
CREATE INDEX "pool_change_chain_id_txid_idx" ON "pool_change"("chain_id", "txid");

-- CreateIndex
CREATE INDEX "pool_spend_chain_id_txid_idx" ON "pool_spend"("chain_id", "txid");

-- CreateIndex
CREATE INDEX "pool_stay_chain_id_left_reason_left_height_idx" ON "pool_stay"("chain_id", "left_reason", "left_height");

-- CreateIndex
CREATE INDEX "pool_stay_chain_id_left_serial_enter_serial_idx" ON "pool_stay"("chain_id", "left_serial", "enter_serial");

-- CreateIndex
CREATE INDEX "pool_stay_chain_id_txid_enter_serial_idx" ON "pool_stay"("chain_id", "txid", "enter_serial");

-- CreateIndex
CREATE INDEX "submission_chain_id_state_idx" ON "submission"("chain_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "chain_chain_id_key" ON "chain"("chain_id");

-- CreateIndex
CREATE INDEX "applied_block_hash_idx" ON "applied_block" USING HASH ("hash");

-- CreateIndex
CREATE INDEX "removed_block_hash_idx" ON "removed_block" USING HASH ("hash");

-- 64 bits in place of 36 bytes. The outputs of a transaction differ in the last bits, so they are neighbours. Prisma's schema cannot express it.
CREATE INDEX "spend_output_idx" ON "spend" ((hash_record_extended(ROW("txid"), 0) # "vout"::bigint));
