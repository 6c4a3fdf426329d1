-- CreateTable
CREATE TABLE "block_statistics" (
    "chain_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "total" BIGINT,
    "transaction_count" INTEGER NOT NULL,

    CONSTRAINT "block_statistics_pkey" PRIMARY KEY ("chain_id","height")
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
CREATE UNIQUE INDEX "chain_chain_id_key" ON "chain"("chain_id");

-- CreateIndex
CREATE INDEX "applied_block_hash_idx" ON "applied_block" USING HASH ("hash");

-- CreateIndex
CREATE INDEX "removed_block_hash_idx" ON "removed_block" USING HASH ("hash");
