-- CreateTable
CREATE TABLE "block_total" (
    "fees" BIGINT NOT NULL,
    "fee_pool" BIGINT,
    "reward" BIGINT NOT NULL,
    "transactions" BIGINT NOT NULL,
    "size" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "mined_blocks" INTEGER NOT NULL,
    "latest_time" OID NOT NULL,
    "chain" SMALLINT NOT NULL,
    "is_staked" BOOLEAN NOT NULL,
    "coinbase_txid" BYTEA NOT NULL,
    "producer" TEXT NOT NULL,
    "difficulty" TEXT NOT NULL,
    "mined_work" DECIMAL(78,0) NOT NULL,
    "chain_stake" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "block_total_pkey" PRIMARY KEY ("chain","height")
);

-- CreateTable
CREATE TABLE "interval_start" (
    "start" BIGINT NOT NULL,
    "first_height" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "interval" TEXT NOT NULL,

    CONSTRAINT "interval_start_pkey" PRIMARY KEY ("chain","interval","start")
);

-- CreateTable
CREATE TABLE "reward" (
    "satoshis" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "is_staked" BOOLEAN NOT NULL,
    "address" TEXT NOT NULL,
    "currency_id" TEXT,

    CONSTRAINT "reward_pkey" PRIMARY KEY ("chain","height","vout","position")
);

-- CreateTable
CREATE TABLE "stake" (
    "satoshis" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "age_blocks" INTEGER,
    "chain" SMALLINT NOT NULL,
    "address" TEXT NOT NULL,
    "owner" TEXT NOT NULL,

    CONSTRAINT "stake_pkey" PRIMARY KEY ("chain","address","height")
);

-- CreateTable
CREATE TABLE "notarization" (
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "notarized_at" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "txid" BYTEA NOT NULL,
    "notarized_hash" BYTEA,
    "system_id" TEXT NOT NULL,

    CONSTRAINT "notarization_pkey" PRIMARY KEY ("chain","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "finalization" (
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "target_vout" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "target_txid" BYTEA NOT NULL,
    "status" TEXT NOT NULL,

    CONSTRAINT "finalization_pkey" PRIMARY KEY ("chain","target_txid","target_vout","height","tx_index","vout")
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

    CONSTRAINT "applied_block_pkey" PRIMARY KEY ("chain","height")
);

-- CreateTable
CREATE TABLE "removed_block" (
    "removed_at" TIMESTAMPTZ NOT NULL,
    "height" INTEGER NOT NULL,
    "time" OID NOT NULL,
    "chain" SMALLINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "removed_block_pkey" PRIMARY KEY ("chain","height","hash")
);

-- CreateIndex
CREATE INDEX "interval_start_chain_first_height_idx" ON "interval_start"("chain", "first_height");

-- CreateIndex
CREATE INDEX "stake_chain_height_idx" ON "stake"("chain", "height");

-- CreateIndex
CREATE INDEX "notarization_chain_system_id_height_tx_index_vout_idx" ON "notarization"("chain", "system_id", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "finalization_chain_height_idx" ON "finalization"("chain", "height");

-- CreateIndex
CREATE UNIQUE INDEX "chain_chain_id_key" ON "chain"("chain_id");

-- CreateIndex
CREATE INDEX "applied_block_hash_idx" ON "applied_block" USING HASH ("hash");

-- CreateIndex
CREATE INDEX "removed_block_hash_idx" ON "removed_block" USING HASH ("hash");
