-- CreateTable
CREATE TABLE "currency_definition" (
    "chain_id" TEXT NOT NULL,
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

    CONSTRAINT "currency_definition_pkey" PRIMARY KEY ("chain_id","currency_id","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "currency_state" (
    "chain_id" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" TEXT,
    "source" TEXT NOT NULL,
    "flags" INTEGER NOT NULL,
    "launch_state" TEXT NOT NULL,
    "initial_supply" BIGINT NOT NULL,
    "emitted" BIGINT NOT NULL,
    "supply" BIGINT NOT NULL,
    "fees" BIGINT,
    "conversion_fees" BIGINT,
    "reserves" TEXT NOT NULL,
    "last_notarization" INTEGER,

    CONSTRAINT "currency_state_pkey" PRIMARY KEY ("chain_id","currency_id","ordinal")
);

-- CreateTable
CREATE TABLE "block_outputs" (
    "chain_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "values" TEXT NOT NULL,

    CONSTRAINT "block_outputs_pkey" PRIMARY KEY ("chain_id","height")
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
CREATE INDEX "currency_definition_chain_id_height_tx_index_vout_idx" ON "currency_definition"("chain_id", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "currency_state_chain_id_currency_id_height_ordinal_idx" ON "currency_state"("chain_id", "currency_id", "height", "ordinal");

-- CreateIndex
CREATE INDEX "currency_state_chain_id_height_tx_index_vout_idx" ON "currency_state"("chain_id", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "applied_block_chain_id_hash_idx" ON "applied_block"("chain_id", "hash");
