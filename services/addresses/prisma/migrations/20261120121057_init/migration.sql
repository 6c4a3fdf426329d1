-- CreateTable
CREATE TABLE "output" (
    "chain_id" TEXT NOT NULL,
    "txid" BYTEA NOT NULL,
    "vout" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "satoshis" BIGINT NOT NULL,
    "token_ids" TEXT[],
    "token_satoshis" BIGINT[],
    "kind" TEXT,
    "script" BYTEA NOT NULL,
    "is_spendable" BOOLEAN NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,
    "addresses" TEXT[],
    "holder" TEXT,
    "spent_height" INTEGER,
    "spender" BYTEA,
    "spender_index" INTEGER,

    CONSTRAINT "output_pkey" PRIMARY KEY ("chain_id","txid","vout")
);

-- CreateTable
CREATE TABLE "address_output" (
    "chain_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,
    "is_spendable" BOOLEAN NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,
    "currency_ids" TEXT[],
    "spent_height" INTEGER,

    CONSTRAINT "address_output_pkey" PRIMARY KEY ("chain_id","address","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "balance_change" (
    "chain_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "credit" BIGINT NOT NULL,
    "debit" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,
    "received" DECIMAL(40,0) NOT NULL,
    "tx_count" INTEGER NOT NULL,
    "utxo_count" INTEGER NOT NULL,
    "spendable_utxo_count" INTEGER NOT NULL,

    CONSTRAINT "balance_change_pkey" PRIMARY KEY ("chain_id","address","currency_id","height","tx_index")
);

-- CreateTable
CREATE TABLE "address_transaction" (
    "chain_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,
    "direction" TEXT NOT NULL,
    "currency_ids" TEXT[],
    "net_satoshis" BIGINT[],
    "balance_after" BIGINT NOT NULL,
    "tx_count" INTEGER NOT NULL,
    "utxo_count" INTEGER NOT NULL,
    "spendable_utxo_count" INTEGER NOT NULL,

    CONSTRAINT "address_transaction_pkey" PRIMARY KEY ("chain_id","address","height","tx_index")
);

-- CreateTable
CREATE TABLE "holder_change" (
    "chain_id" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "balance" BIGINT NOT NULL,

    CONSTRAINT "holder_change_pkey" PRIMARY KEY ("chain_id","currency_id","holder","height")
);

-- CreateTable
CREATE TABLE "holder" (
    "chain_id" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "balance" BIGINT NOT NULL,

    CONSTRAINT "holder_pkey" PRIMARY KEY ("chain_id","currency_id","holder")
);

-- CreateTable
CREATE TABLE "held_total" (
    "chain_id" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "total" BIGINT NOT NULL,
    "holders" INTEGER NOT NULL,

    CONSTRAINT "held_total_pkey" PRIMARY KEY ("chain_id","currency_id","height")
);

-- CreateTable
CREATE TABLE "known_currency" (
    "chain_id" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "known_currency_pkey" PRIMARY KEY ("chain_id","currency_id")
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
CREATE INDEX "output_chain_id_height_idx" ON "output"("chain_id", "height");

-- CreateIndex
CREATE INDEX "output_chain_id_spent_height_idx" ON "output"("chain_id", "spent_height");

-- CreateIndex
CREATE INDEX "address_output_chain_id_address_spent_height_height_tx_inde_idx" ON "address_output"("chain_id", "address", "spent_height", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "address_transaction_chain_id_height_idx" ON "address_transaction"("chain_id", "height");

-- CreateIndex
CREATE INDEX "holder_change_chain_id_currency_id_height_idx" ON "holder_change"("chain_id", "currency_id", "height");

-- CreateIndex
CREATE INDEX "holder_chain_id_currency_id_balance_holder_idx" ON "holder"("chain_id", "currency_id", "balance", "holder");

-- CreateIndex
CREATE INDEX "held_total_chain_id_height_idx" ON "held_total"("chain_id", "height");

-- CreateIndex
CREATE INDEX "known_currency_chain_id_height_idx" ON "known_currency"("chain_id", "height");

-- CreateIndex
CREATE INDEX "applied_block_chain_id_hash_idx" ON "applied_block"("chain_id", "hash");
