-- CreateTable
CREATE TABLE "block" (
    "chain_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "height" INTEGER NOT NULL,
    "main" BOOLEAN NOT NULL,
    "previous_hash" BYTEA NOT NULL,
    "time" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "merkle_root" BYTEA NOT NULL,
    "bits" TEXT NOT NULL,
    "difficulty" TEXT NOT NULL,
    "chain_work" BYTEA NOT NULL,
    "chain_stake" BYTEA NOT NULL,
    "validation" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "producer" TEXT NOT NULL,
    "reward" BIGINT NOT NULL,
    "transaction_count" INTEGER NOT NULL,
    "fragments_size" INTEGER NOT NULL,
    "applied_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "block_pkey" PRIMARY KEY ("chain_id","hash")
);

-- CreateTable
CREATE TABLE "transaction" (
    "chain_id" TEXT NOT NULL,
    "block_hash" BYTEA NOT NULL,
    "index" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,
    "version" INTEGER NOT NULL,
    "lock_time" BIGINT NOT NULL,
    "expiry_height" BIGINT,
    "value_in" BIGINT,
    "value_out" BIGINT NOT NULL,
    "fee" BIGINT,
    "input_count" INTEGER NOT NULL,
    "output_count" INTEGER NOT NULL,
    "fragment" BYTEA NOT NULL,

    CONSTRAINT "transaction_pkey" PRIMARY KEY ("chain_id","block_hash","index")
);

-- CreateTable
CREATE TABLE "spend" (
    "chain_id" TEXT NOT NULL,
    "txid" BYTEA NOT NULL,
    "vout" INTEGER NOT NULL,
    "spender_txid" BYTEA NOT NULL,
    "input_index" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "spend_pkey" PRIMARY KEY ("chain_id","txid","vout")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "previous_hash" BYTEA NOT NULL,
    "time" INTEGER NOT NULL,

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

    CONSTRAINT "subgraph_progress_pkey" PRIMARY KEY ("chain_id","consumer")
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
CREATE TABLE "sync_cursor" (
    "chain_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sync_cursor_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "applied_block" (
    "chain_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "time" INTEGER NOT NULL,
    "serial" BIGSERIAL NOT NULL,
    "removed_at" TIMESTAMPTZ,

    CONSTRAINT "applied_block_pkey" PRIMARY KEY ("chain_id","height","hash")
);

-- CreateIndex
CREATE INDEX "block_chain_id_height_idx" ON "block"("chain_id", "height");

-- CreateIndex
CREATE INDEX "transaction_chain_id_txid_idx" ON "transaction"("chain_id", "txid");

-- CreateIndex
CREATE INDEX "spend_chain_id_height_idx" ON "spend"("chain_id", "height");

-- CreateIndex
CREATE INDEX "reorg_chain_id_id_idx" ON "reorg"("chain_id", "id");

-- CreateIndex
CREATE INDEX "applied_block_chain_id_hash_idx" ON "applied_block"("chain_id", "hash");
