-- Rows follow from the block stream alone, so they are not rewritten: they are made anew. The indexer finds that it has applied nothing
-- and begins with the first block; until it is at the tip again the consistent tip is where it stands (docs/operating.md).
DROP TABLE "output", "address_output", "token_output", "balance_change", "token_balance", "address_transaction", "holder_change", "holder",
           "held_total", "known_currency";
TRUNCATE "sync_cursor", "applied_block";

-- Text that rows are ordered by is ordered by its bytes, whatever the database's own collation.

-- CreateTable
CREATE TABLE "chain" (
    "id" SMALLSERIAL NOT NULL,
    "chain_id" TEXT NOT NULL,

    CONSTRAINT "chain_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "address" (
    "chain" SMALLINT NOT NULL,
    "id" INTEGER NOT NULL,
    "address" TEXT COLLATE "C" NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "address_pkey" PRIMARY KEY ("chain","id")
);

-- CreateTable
CREATE TABLE "transaction_place" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,

    CONSTRAINT "transaction_place_pkey" PRIMARY KEY ("chain","height","tx_index")
);

-- CreateTable
CREATE TABLE "output" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "holder_id" INTEGER,
    "is_spendable" BOOLEAN NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,
    "satoshis" BIGINT NOT NULL,
    "token_ids" INTEGER[],
    "token_satoshis" BIGINT[],
    "kind" TEXT,
    "script" BYTEA NOT NULL,
    "address_ids" INTEGER[],

    CONSTRAINT "output_pkey" PRIMARY KEY ("chain","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "spend" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "spent_height" INTEGER NOT NULL,
    "spender_tx_index" INTEGER NOT NULL,
    "spender_index" INTEGER NOT NULL,

    CONSTRAINT "spend_pkey" PRIMARY KEY ("chain","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "address_output" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "is_spendable" BOOLEAN NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,
    "is_native" BOOLEAN NOT NULL,
    "spent_height" INTEGER,

    CONSTRAINT "address_output_pkey" PRIMARY KEY ("chain","address_id","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "token_output" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "is_spendable" BOOLEAN NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,
    "spent_height" INTEGER,

    CONSTRAINT "token_output_pkey" PRIMARY KEY ("chain","address_id","currency_id","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "balance_change" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "credit" BIGINT NOT NULL,
    "debit" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,
    "received" DECIMAL(40,0) NOT NULL,
    "tx_count" INTEGER NOT NULL,
    "utxo_count" INTEGER NOT NULL,
    "spendable_utxo_count" INTEGER NOT NULL,

    CONSTRAINT "balance_change_pkey" PRIMARY KEY ("chain","address_id","currency_id","height","tx_index")
);

-- CreateTable
CREATE TABLE "token_balance" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "balance" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "first_height" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,

    CONSTRAINT "token_balance_pkey" PRIMARY KEY ("chain","address_id","currency_id")
);

-- CreateTable
CREATE TABLE "address_transaction" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "tx_count" INTEGER NOT NULL,
    "utxo_count" INTEGER NOT NULL,
    "spendable_utxo_count" INTEGER NOT NULL,
    "direction" TEXT NOT NULL,
    "currency_ids" INTEGER[],
    "net_satoshis" BIGINT[],

    CONSTRAINT "address_transaction_pkey" PRIMARY KEY ("chain","address_id","height","tx_index")
);

-- CreateTable
CREATE TABLE "holder_change" (
    "chain" SMALLINT NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "holder_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "balance" BIGINT NOT NULL,

    CONSTRAINT "holder_change_pkey" PRIMARY KEY ("chain","currency_id","holder_id","height")
);

-- CreateTable
CREATE TABLE "holder" (
    "chain" SMALLINT NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "holder_id" INTEGER NOT NULL,
    "balance" BIGINT NOT NULL,
    "holder" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "holder_pkey" PRIMARY KEY ("chain","currency_id","holder_id")
);

-- CreateTable
CREATE TABLE "held_total" (
    "chain" SMALLINT NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "holders" INTEGER NOT NULL,
    "total" BIGINT NOT NULL,

    CONSTRAINT "held_total_pkey" PRIMARY KEY ("chain","currency_id","height")
);

-- CreateTable
CREATE TABLE "known_currency" (
    "chain" SMALLINT NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "known_currency_pkey" PRIMARY KEY ("chain","currency_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "chain_chain_id_key" ON "chain"("chain_id");

-- CreateIndex
CREATE UNIQUE INDEX "address_chain_address_key" ON "address"("chain", "address");

-- CreateIndex
CREATE INDEX "transaction_place_txid_idx" ON "transaction_place" USING HASH ("txid");

-- CreateIndex
CREATE INDEX "spend_chain_spent_height_idx" ON "spend"("chain", "spent_height");

-- CreateIndex
CREATE INDEX "address_output_spent_idx" ON "address_output"("chain", "address_id", "spent_height", "is_spendable", "is_native", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "token_output_spent_idx" ON "token_output"("chain", "address_id", "currency_id", "spent_height", "is_spendable", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "token_balance_chain_address_id_balance_currency_idx" ON "token_balance"("chain", "address_id", "balance", "currency");

-- CreateIndex
CREATE INDEX "token_balance_address_id_chain_height_currency_id_idx" ON "token_balance"("address_id", "chain", "height", "currency_id");

-- CreateIndex
CREATE INDEX "token_balance_chain_address_id_first_height_ordinal_idx" ON "token_balance"("chain", "address_id", "first_height", "ordinal");

-- CreateIndex
CREATE INDEX "address_transaction_chain_height_idx" ON "address_transaction"("chain", "height");

-- CreateIndex
CREATE INDEX "holder_change_currency_id_chain_height_holder_id_idx" ON "holder_change"("currency_id", "chain", "height", "holder_id");

-- CreateIndex
CREATE INDEX "holder_chain_currency_id_balance_holder_idx" ON "holder"("chain", "currency_id", "balance", "holder");

-- CreateIndex
CREATE INDEX "held_total_chain_height_idx" ON "held_total"("chain", "height");

-- CreateIndex
CREATE INDEX "known_currency_chain_height_idx" ON "known_currency"("chain", "height");
