-- CreateTable
CREATE TABLE "transfer" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "flags" BIGINT NOT NULL,
    "from_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "to_id" TEXT,
    "via_id" TEXT,
    "fee" BIGINT NOT NULL,
    "fee_currency_id" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "refund_addresses" TEXT[],
    "gateway_id" TEXT,
    "destination_system_id" TEXT NOT NULL,
    "parent_txid" BYTEA,
    "parent_vout" INTEGER,
    "export_height" INTEGER,
    "export_tx_index" INTEGER,
    "export_vout" INTEGER,
    "export_ordinal" INTEGER,
    "import_height" INTEGER,
    "import_tx_index" INTEGER,
    "import_vout" INTEGER,
    "import_ordinal" INTEGER,
    "outcome" TEXT,
    "as_expected" BOOLEAN,
    "basket_id" TEXT,
    "from_price" BIGINT,
    "to_price" BIGINT,
    "amount_out" BIGINT,
    "stage" SMALLINT NOT NULL,

    CONSTRAINT "transfer_pkey" PRIMARY KEY ("chain","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "export" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,
    "destination_system_id" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "from_height" BIGINT NOT NULL,
    "to_height" BIGINT NOT NULL,
    "total_amounts" TEXT NOT NULL,
    "total_fees" TEXT NOT NULL,
    "total_burned" TEXT NOT NULL,
    "hash_transfers" BYTEA NOT NULL,
    "reward_address" TEXT,
    "transfer_count" INTEGER NOT NULL,

    CONSTRAINT "export_pkey" PRIMARY KEY ("chain","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "import" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,
    "source_system_id" TEXT NOT NULL,
    "source_height" BIGINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "export_txid" BYTEA,
    "export_out" INTEGER,
    "hash_transfers" BYTEA NOT NULL,
    "state_vout" INTEGER,
    "transfer_count" INTEGER NOT NULL,

    CONSTRAINT "import_pkey" PRIMARY KEY ("chain","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "payout" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "import_vout" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "payout_pkey" PRIMARY KEY ("chain","height","tx_index","import_vout","ordinal","vout")
);

-- CreateTable
CREATE TABLE "listing" (
    "chain" SMALLINT NOT NULL,
    "scope" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "since" INTEGER NOT NULL,

    CONSTRAINT "listing_pkey" PRIMARY KEY ("chain","scope","height","tx_index","vout","ordinal")
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
CREATE INDEX "transfer_txid_idx" ON "transfer" USING HASH ("txid");

-- CreateIndex
CREATE INDEX "transfer_chain_export_height_export_tx_index_export_vout_ex_idx" ON "transfer"("chain", "export_height", "export_tx_index", "export_vout", "export_ordinal");

-- CreateIndex
CREATE INDEX "transfer_chain_import_height_import_tx_index_import_vout_im_idx" ON "transfer"("chain", "import_height", "import_tx_index", "import_vout", "import_ordinal");

-- CreateIndex
CREATE INDEX "transfer_chain_stage_height_tx_index_vout_idx" ON "transfer"("chain", "stage", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "export_txid_idx" ON "export" USING HASH ("txid");

-- CreateIndex
CREATE INDEX "import_txid_idx" ON "import" USING HASH ("txid");

-- CreateIndex
CREATE INDEX "import_export_txid_idx" ON "import" USING HASH ("export_txid");

-- CreateIndex
CREATE INDEX "listing_chain_since_idx" ON "listing"("chain", "since");

-- CreateIndex
CREATE UNIQUE INDEX "chain_chain_id_key" ON "chain"("chain_id");

-- CreateIndex
CREATE INDEX "applied_block_hash_idx" ON "applied_block" USING HASH ("hash");

-- CreateIndex
CREATE INDEX "removed_block_hash_idx" ON "removed_block" USING HASH ("hash");
