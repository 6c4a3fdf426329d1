-- CreateTable
CREATE TABLE "transfer" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "flags" OID NOT NULL,
    "from_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "to_id" TEXT,
    "via_id" TEXT,
    "fee" BIGINT NOT NULL,
    "fee_currency_id" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "refund_addresses" TEXT[],
    "senders" TEXT[],
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
    "follows_rules" BOOLEAN,
    "basket_id" TEXT,
    "from_price" BIGINT,
    "to_price" BIGINT,
    "amount_out" BIGINT,
    "state" TEXT NOT NULL,

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
    "from_height" OID NOT NULL,
    "to_height" OID NOT NULL,
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
    "source_height" OID NOT NULL,
    "currency_id" TEXT NOT NULL,
    "export_txid" BYTEA,
    "export_vout" INTEGER,
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
CREATE TABLE "market" (
    "chain" SMALLINT NOT NULL,
    "number" INTEGER NOT NULL,
    "basket_id" TEXT NOT NULL,
    "base_id" TEXT NOT NULL,
    "quote_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "market_pkey" PRIMARY KEY ("chain","number")
);

-- CreateTable
CREATE TABLE "running_basket" (
    "chain" SMALLINT NOT NULL,
    "basket_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "supply" BIGINT NOT NULL,
    "reserves" TEXT NOT NULL,

    CONSTRAINT "running_basket_pkey" PRIMARY KEY ("chain","basket_id","height")
);

-- CreateTable
CREATE TABLE "market_tick" (
    "chain" SMALLINT NOT NULL,
    "market" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "time" BIGINT NOT NULL,
    "latest_time" BIGINT NOT NULL,
    "open" BIGINT NOT NULL,
    "high" BIGINT NOT NULL,
    "low" BIGINT NOT NULL,
    "close" BIGINT NOT NULL,
    "inverse_open" BIGINT NOT NULL,
    "inverse_high" BIGINT NOT NULL,
    "inverse_low" BIGINT NOT NULL,
    "inverse_close" BIGINT NOT NULL,
    "base_volume" DECIMAL(40,0) NOT NULL,
    "quote_volume" DECIMAL(40,0) NOT NULL,
    "trades" INTEGER NOT NULL,

    CONSTRAINT "market_tick_pkey" PRIMARY KEY ("chain","market","height")
);

-- CreateTable
CREATE TABLE "market_candle" (
    "chain" SMALLINT NOT NULL,
    "market" INTEGER NOT NULL,
    "seconds" INTEGER NOT NULL,
    "start" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "first_height" INTEGER NOT NULL,
    "last_height" INTEGER NOT NULL,
    "open" BIGINT NOT NULL,
    "high" BIGINT NOT NULL,
    "low" BIGINT NOT NULL,
    "close" BIGINT NOT NULL,
    "inverse_open" BIGINT NOT NULL,
    "inverse_high" BIGINT NOT NULL,
    "inverse_low" BIGINT NOT NULL,
    "inverse_close" BIGINT NOT NULL,
    "base_volume" DECIMAL(40,0) NOT NULL,
    "quote_volume" DECIMAL(40,0) NOT NULL,
    "trades" INTEGER NOT NULL,

    CONSTRAINT "market_candle_pkey" PRIMARY KEY ("chain","market","seconds","start")
);

-- CreateTable
CREATE TABLE "offer_lot" (
    "chain" SMALLINT NOT NULL,
    "txid" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "gives_identity" TEXT,
    "gives_ids" TEXT[],
    "gives_amounts" BIGINT[],
    "ended_height" INTEGER,
    "ended_tx_index" INTEGER,
    "ended_txid" TEXT,
    "is_taken" BOOLEAN,

    CONSTRAINT "offer_lot_pkey" PRIMARY KEY ("chain","txid")
);

-- CreateTable
CREATE TABLE "offer" (
    "chain" SMALLINT NOT NULL,
    "lot_txid" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "expiry_height" BIGINT NOT NULL,
    "asks_ids" TEXT[],
    "asks_amounts" BIGINT[],
    "asks_identity" TEXT,
    "pay_to" TEXT,
    "asked_value" BIGINT NOT NULL,
    "asked_script" BYTEA NOT NULL,

    CONSTRAINT "offer_pkey" PRIMARY KEY ("chain","lot_txid")
);

-- CreateTable
CREATE TABLE "offer_listing" (
    "chain" SMALLINT NOT NULL,
    "scope" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "lot_txid" TEXT NOT NULL,
    "expiry_height" BIGINT NOT NULL,
    "ended_height" INTEGER,
    "is_taken" BOOLEAN,

    CONSTRAINT "offer_listing_pkey" PRIMARY KEY ("chain","scope","height","tx_index")
);

-- CreateTable
CREATE TABLE "registration_terms" (
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "registration_fee" BIGINT NOT NULL,
    "referral_levels" INTEGER NOT NULL,

    CONSTRAINT "registration_terms_pkey" PRIMARY KEY ("chain","currency_id","height","tx_index")
);

-- CreateTable
CREATE TABLE "registration" (
    "chain" SMALLINT NOT NULL,
    "identity_address" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "time" OID NOT NULL,
    "txid" TEXT NOT NULL,
    "parent_id" TEXT NOT NULL,
    "referrer" TEXT,
    "currency_id" TEXT NOT NULL,
    "price" BIGINT,
    "burned" BIGINT NOT NULL,
    "paid_to_parent" BIGINT NOT NULL,
    "fee" BIGINT,
    "share_outputs" INTEGER[],
    "share_addresses" TEXT[],
    "share_amounts" BIGINT[],
    "follows_rules" BOOLEAN,

    CONSTRAINT "registration_pkey" PRIMARY KEY ("chain","identity_address","height","tx_index")
);

-- CreateTable
CREATE TABLE "referral_share" (
    "chain" SMALLINT NOT NULL,
    "earner" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "satoshis" BIGINT NOT NULL,
    "income" DECIMAL(40,0) NOT NULL,

    CONSTRAINT "referral_share_pkey" PRIMARY KEY ("chain","earner","currency_id","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "launch" (
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "start_block" INTEGER NOT NULL,
    "reserve_ids" TEXT[],
    "minimums" BIGINT[],
    "maximums" BIGINT[],
    "preallocated_to" TEXT[],
    "preallocated" BIGINT[],

    CONSTRAINT "launch_pkey" PRIMARY KEY ("chain","currency_id")
);

-- CreateTable
CREATE TABLE "launch_status" (
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "prices" BIGINT[],

    CONSTRAINT "launch_status_pkey" PRIMARY KEY ("chain","currency_id","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "launch_total" (
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "reserve_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "accepted" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "carve_out" BIGINT NOT NULL,

    CONSTRAINT "launch_total_pkey" PRIMARY KEY ("chain","currency_id","reserve_id","height")
);

-- CreateTable
CREATE TABLE "launch_contributor" (
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,

    CONSTRAINT "launch_contributor_pkey" PRIMARY KEY ("chain","currency_id","address")
);

-- CreateTable
CREATE TABLE "launch_gathered" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "gathered_height" INTEGER NOT NULL,
    "is_accepted" BOOLEAN NOT NULL,

    CONSTRAINT "launch_gathered_pkey" PRIMARY KEY ("chain","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "transaction_fact" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "cost" BIGINT,
    "stake_index" INTEGER,

    CONSTRAINT "transaction_fact_pkey" PRIMARY KEY ("chain","height","tx_index")
);

-- CreateTable
CREATE TABLE "currency_system" (
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "system_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "is_gateway" BOOLEAN NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "currency_system_pkey" PRIMARY KEY ("chain","currency_id")
);

-- CreateTable
CREATE TABLE "supply_event" (
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "supply" DECIMAL(40,0) NOT NULL,
    "follows_rules" BOOLEAN NOT NULL,

    CONSTRAINT "supply_event_pkey" PRIMARY KEY ("chain","currency_id","height","tx_index","vout","ordinal")
);

-- CreateTable
CREATE TABLE "hour_start" (
    "chain" SMALLINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "hour_start_pkey" PRIMARY KEY ("chain","hour")
);

-- CreateTable
CREATE TABLE "conversion_total" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "conversions" INTEGER NOT NULL,

    CONSTRAINT "conversion_total_pkey" PRIMARY KEY ("chain","height")
);

-- CreateTable
CREATE TABLE "volume_total" (
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "transferred" DECIMAL(40,0) NOT NULL,
    "converted" DECIMAL(40,0) NOT NULL,

    CONSTRAINT "volume_total_pkey" PRIMARY KEY ("chain","currency_id","height")
);

-- CreateTable
CREATE TABLE "volume_member" (
    "chain" SMALLINT NOT NULL,
    "interval" TEXT NOT NULL,
    "from_height" INTEGER NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "volume_member_pkey" PRIMARY KEY ("chain","interval","from_height","currency_id")
);

-- CreateTable
CREATE TABLE "label" (
    "chain" SMALLINT NOT NULL,
    "id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "parent_id" TEXT,

    CONSTRAINT "label_pkey" PRIMARY KEY ("chain","id")
);

-- CreateTable
CREATE TABLE "system_deposit" (
    "chain" SMALLINT NOT NULL,
    "txid" BYTEA NOT NULL,
    "vout" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "system_id" TEXT NOT NULL,
    "amounts" TEXT NOT NULL,
    "spent_height" INTEGER,

    CONSTRAINT "system_deposit_pkey" PRIMARY KEY ("chain","txid","vout")
);

-- CreateTable
CREATE TABLE "system_currency" (
    "chain" SMALLINT NOT NULL,
    "system_id" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "system_currency_pkey" PRIMARY KEY ("chain","system_id","currency_id")
);

-- CreateTable
CREATE TABLE "system_lock" (
    "chain" SMALLINT NOT NULL,
    "system_id" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "locked" DECIMAL(40,0) NOT NULL,
    "exported" DECIMAL(40,0) NOT NULL,

    CONSTRAINT "system_lock_pkey" PRIMARY KEY ("chain","system_id","currency_id","height")
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
CREATE INDEX "transfer_chain_state_height_tx_index_vout_idx" ON "transfer"("chain", "state", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "export_txid_idx" ON "export" USING HASH ("txid");

-- CreateIndex
CREATE INDEX "import_txid_idx" ON "import" USING HASH ("txid");

-- CreateIndex
CREATE INDEX "import_export_txid_idx" ON "import" USING HASH ("export_txid");

-- CreateIndex
CREATE INDEX "listing_chain_since_idx" ON "listing"("chain", "since");

-- CreateIndex
CREATE INDEX "market_chain_height_number_idx" ON "market"("chain", "height", "number");

-- CreateIndex
CREATE INDEX "market_chain_basket_id_number_idx" ON "market"("chain", "basket_id", "number");

-- CreateIndex
CREATE INDEX "market_chain_base_id_quote_id_number_idx" ON "market"("chain", "base_id", "quote_id", "number");

-- CreateIndex
CREATE INDEX "market_chain_base_id_number_idx" ON "market"("chain", "base_id", "number");

-- CreateIndex
CREATE INDEX "market_chain_quote_id_number_idx" ON "market"("chain", "quote_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "market_chain_basket_id_base_id_quote_id_key" ON "market"("chain", "basket_id", "base_id", "quote_id");

-- CreateIndex
CREATE INDEX "running_basket_chain_height_idx" ON "running_basket"("chain", "height");

-- CreateIndex
CREATE INDEX "market_tick_chain_market_time_height_idx" ON "market_tick"("chain", "market", "time", "height");

-- CreateIndex
CREATE INDEX "market_tick_chain_height_idx" ON "market_tick"("chain", "height");

-- CreateIndex
CREATE INDEX "market_candle_chain_height_idx" ON "market_candle"("chain", "height");

-- CreateIndex
CREATE INDEX "offer_lot_chain_height_idx" ON "offer_lot"("chain", "height");

-- CreateIndex
CREATE INDEX "offer_lot_chain_ended_height_idx" ON "offer_lot"("chain", "ended_height");

-- CreateIndex
CREATE INDEX "offer_chain_height_idx" ON "offer"("chain", "height");

-- CreateIndex
CREATE INDEX "offer_listing_chain_scope_is_taken_height_tx_index_idx" ON "offer_listing"("chain", "scope", "is_taken", "height", "tx_index");

-- CreateIndex
CREATE INDEX "offer_listing_chain_scope_ended_height_idx" ON "offer_listing"("chain", "scope", "ended_height");

-- CreateIndex
CREATE INDEX "offer_listing_chain_lot_txid_idx" ON "offer_listing"("chain", "lot_txid");

-- CreateIndex
CREATE INDEX "offer_listing_chain_height_idx" ON "offer_listing"("chain", "height");

-- CreateIndex
CREATE INDEX "offer_listing_chain_ended_height_idx" ON "offer_listing"("chain", "ended_height");

-- CreateIndex
CREATE INDEX "registration_terms_chain_height_idx" ON "registration_terms"("chain", "height");

-- CreateIndex
CREATE INDEX "registration_chain_height_tx_index_idx" ON "registration"("chain", "height", "tx_index");

-- CreateIndex
CREATE INDEX "referral_share_chain_height_idx" ON "referral_share"("chain", "height");

-- CreateIndex
CREATE INDEX "launch_chain_height_tx_index_vout_idx" ON "launch"("chain", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "launch_status_chain_height_idx" ON "launch_status"("chain", "height");

-- CreateIndex
CREATE INDEX "launch_total_chain_height_idx" ON "launch_total"("chain", "height");

-- CreateIndex
CREATE INDEX "launch_contributor_chain_currency_id_height_ordinal_idx" ON "launch_contributor"("chain", "currency_id", "height", "ordinal");

-- CreateIndex
CREATE INDEX "launch_contributor_chain_height_idx" ON "launch_contributor"("chain", "height");

-- CreateIndex
CREATE INDEX "launch_gathered_chain_gathered_height_idx" ON "launch_gathered"("chain", "gathered_height");

-- CreateIndex
CREATE INDEX "currency_system_chain_height_idx" ON "currency_system"("chain", "height");

-- CreateIndex
CREATE INDEX "supply_event_chain_height_idx" ON "supply_event"("chain", "height");

-- CreateIndex
CREATE INDEX "hour_start_chain_height_idx" ON "hour_start"("chain", "height");

-- CreateIndex
CREATE INDEX "volume_total_chain_height_idx" ON "volume_total"("chain", "height");

-- CreateIndex
CREATE INDEX "volume_member_chain_height_idx" ON "volume_member"("chain", "height");

-- CreateIndex
CREATE INDEX "label_chain_height_idx" ON "label"("chain", "height");

-- CreateIndex
CREATE INDEX "system_deposit_chain_height_idx" ON "system_deposit"("chain", "height");

-- CreateIndex
CREATE INDEX "system_deposit_chain_spent_height_idx" ON "system_deposit"("chain", "spent_height");

-- CreateIndex
CREATE INDEX "system_currency_chain_height_idx" ON "system_currency"("chain", "height");

-- CreateIndex
CREATE INDEX "system_lock_chain_height_idx" ON "system_lock"("chain", "height");

-- CreateIndex
CREATE UNIQUE INDEX "chain_chain_id_key" ON "chain"("chain_id");

-- CreateIndex
CREATE INDEX "applied_block_hash_idx" ON "applied_block" USING HASH ("hash");

-- CreateIndex
CREATE INDEX "removed_block_hash_idx" ON "removed_block" USING HASH ("hash");
