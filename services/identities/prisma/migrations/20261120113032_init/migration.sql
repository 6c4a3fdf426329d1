-- A block's time is a uint32, which an int4 cannot hold from 2038-01-19T03:14:08Z on. An OID holds it in four bytes, half of a BIGINT.
-- Wide columns come first in tables with a row for each block or more, so that no row has padding between columns.

-- CreateTable
CREATE TABLE "identity" (
    "chain" SMALLINT NOT NULL,
    "identity_address" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "registered_height" INTEGER NOT NULL,
    "registered_txid" TEXT NOT NULL,
    "parent_id" TEXT,
    "parent_path" TEXT NOT NULL,
    "referral" TEXT,

    CONSTRAINT "identity_pkey" PRIMARY KEY ("chain", "identity_address")
);

-- CreateTable
CREATE TABLE "identity_revision" (
    "chain" SMALLINT NOT NULL,
    "identity_address" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" TEXT NOT NULL,
    "operations" TEXT[],
    "structure_version" INTEGER NOT NULL,
    "flags" BIGINT NOT NULL,
    "timelock" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "system_id" TEXT,
    "primary_addresses" TEXT[],
    "minimum_signatures" INTEGER NOT NULL,
    "revocation_authority" TEXT,
    "recovery_authority" TEXT,
    "private_address" TEXT,
    "content_map" TEXT NOT NULL,
    "content_multi_map" TEXT NOT NULL,

    CONSTRAINT "identity_revision_pkey" PRIMARY KEY ("chain", "identity_address", "version")
);

-- CreateTable
CREATE TABLE "identity_holder" (
    "chain" SMALLINT NOT NULL,
    "identity_address" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "from_version" INTEGER NOT NULL,
    "from_height" INTEGER NOT NULL,
    "to_height" INTEGER,
    "ordinal" INTEGER NOT NULL,

    CONSTRAINT "identity_holder_pkey" PRIMARY KEY ("chain", "identity_address", "role", "holder", "from_version")
);

-- CreateTable
CREATE TABLE "identity_label" (
    "chain" SMALLINT NOT NULL,
    "identity_address" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "path" BYTEA NOT NULL,
    "label_length" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "identity_label_pkey" PRIMARY KEY ("chain", "identity_address", "position")
);

-- CreateTable
CREATE TABLE "currency_name" (
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "parent_id" TEXT,
    "height" INTEGER NOT NULL,

    CONSTRAINT "currency_name_pkey" PRIMARY KEY ("chain", "currency_id")
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
CREATE INDEX "identity_chain_ordinal_idx" ON "identity"("chain", "ordinal");

-- CreateIndex
CREATE INDEX "identity_chain_parent_id_ordinal_idx" ON "identity"("chain", "parent_id", "ordinal");

-- CreateIndex
CREATE INDEX "identity_chain_registered_height_ordinal_idx" ON "identity"("chain", "registered_height", "ordinal");

-- CreateIndex
CREATE INDEX "identity_revision_chain_height_tx_index_vout_idx" ON "identity_revision"("chain", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "identity_revision_chain_identity_address_height_version_idx" ON "identity_revision"("chain", "identity_address", "height", "version");

-- CreateIndex
CREATE INDEX "identity_holder_chain_from_height_idx" ON "identity_holder"("chain", "from_height");

-- CreateIndex
CREATE INDEX "identity_holder_chain_role_holder_to_height_ordinal_idx" ON "identity_holder"("chain", "role", "holder", "to_height", "ordinal");

-- CreateIndex
CREATE INDEX "identity_holder_chain_to_height_idx" ON "identity_holder"("chain", "to_height");

-- CreateIndex
CREATE INDEX "identity_label_chain_height_idx" ON "identity_label"("chain", "height");

-- CreateIndex
CREATE INDEX "identity_label_chain_path_position_idx" ON "identity_label"("chain", "path", "position");

-- CreateIndex
CREATE INDEX "currency_name_chain_height_idx" ON "currency_name"("chain", "height");

-- CreateIndex
CREATE UNIQUE INDEX "chain_chain_id_key" ON "chain"("chain_id");

-- CreateIndex
CREATE INDEX "applied_block_hash_idx" ON "applied_block" USING HASH ("hash");

-- CreateIndex
CREATE INDEX "removed_block_hash_idx" ON "removed_block" USING HASH ("hash");

