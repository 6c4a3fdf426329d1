-- A block's time is a uint32, which an int4 cannot hold from 2038-01-19T03:14:08Z on. An OID holds it in four bytes, half of a BIGINT.
-- Wide columns come first in tables with a row for each block or more, so that no row has padding between columns.

-- CreateTable
CREATE TABLE "currency_definition" (
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" TEXT,
    "fully_qualified_name" TEXT NOT NULL,
    "search_names" TEXT[],
    "kind" TEXT NOT NULL,
    "system_id" TEXT NOT NULL,
    "reserve_ids" TEXT[],
    "definition" TEXT NOT NULL,

    CONSTRAINT "currency_definition_pkey" PRIMARY KEY ("chain", "currency_id", "height", "tx_index", "vout")
);

-- CreateTable
CREATE TABLE "currency_state" (
    "initial_supply" BIGINT NOT NULL,
    "emitted" BIGINT NOT NULL,
    "supply" BIGINT NOT NULL,
    "fees" BIGINT,
    "conversion_fees" BIGINT,
    "ordinal" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "flags" INTEGER NOT NULL,
    "last_notarization" INTEGER,
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "txid" TEXT,
    "source" TEXT NOT NULL,
    "launch_state" TEXT NOT NULL,
    "reserves" TEXT NOT NULL,

    CONSTRAINT "currency_state_pkey" PRIMARY KEY ("chain", "currency_id", "ordinal")
);

-- CreateTable
CREATE TABLE "native_supply" (
    "supply" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,

    CONSTRAINT "native_supply_pkey" PRIMARY KEY ("chain", "height")
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
CREATE INDEX "currency_definition_chain_height_tx_index_vout_idx" ON "currency_definition"("chain", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "currency_state_chain_currency_id_height_ordinal_idx" ON "currency_state"("chain", "currency_id", "height", "ordinal");

-- CreateIndex
CREATE INDEX "currency_state_chain_height_tx_index_vout_idx" ON "currency_state"("chain", "height", "tx_index", "vout");

-- CreateIndex
CREATE UNIQUE INDEX "chain_chain_id_key" ON "chain"("chain_id");

-- CreateIndex
CREATE INDEX "applied_block_hash_idx" ON "applied_block" USING HASH ("hash");

-- CreateIndex
CREATE INDEX "removed_block_hash_idx" ON "removed_block" USING HASH ("hash");

-- A name that is not found is looked for under near spellings. Prisma's schema cannot express this index.
CREATE INDEX "currency_definition_chain_name_idx" ON "currency_definition"("chain", lower("fully_qualified_name"));
