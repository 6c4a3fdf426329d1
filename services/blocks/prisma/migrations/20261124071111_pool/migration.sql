-- CreateTable
CREATE TABLE "pool_transaction" (
    "chain_id" TEXT NOT NULL,
    "txid" BYTEA NOT NULL,
    "first_seen_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "size" INTEGER NOT NULL,
    "fee" BIGINT,
    "expiry_height" BIGINT,
    "fragment" BYTEA NOT NULL,

    CONSTRAINT "pool_transaction_pkey" PRIMARY KEY ("chain_id","txid")
);

-- CreateTable
CREATE TABLE "pool_change" (
    "chain_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "txid" BYTEA NOT NULL,
    "currency_ids" TEXT[],
    "satoshis" BIGINT[],

    CONSTRAINT "pool_change_pkey" PRIMARY KEY ("chain_id","address","txid")
);

-- CreateTable
CREATE TABLE "pool_spend" (
    "chain_id" TEXT NOT NULL,
    "spent_txid" BYTEA NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,

    CONSTRAINT "pool_spend_pkey" PRIMARY KEY ("chain_id","spent_txid","vout","txid")
);

-- CreateTable
CREATE TABLE "pool_stay" (
    "chain_id" TEXT NOT NULL,
    "enter_serial" BIGINT NOT NULL,
    "txid" BYTEA NOT NULL,
    "left_serial" BIGINT,
    "left_reason" TEXT,
    "left_height" INTEGER,
    "left_at" TIMESTAMPTZ,
    "conflicts_with" BYTEA[],

    CONSTRAINT "pool_stay_pkey" PRIMARY KEY ("chain_id","enter_serial")
);

-- CreateTable
CREATE TABLE "pool" (
    "chain_id" TEXT NOT NULL,
    "serial" BIGINT NOT NULL DEFAULT 0,
    "read_at" TIMESTAMPTZ,
    "tip_height" INTEGER,
    "tip_hash" TEXT,

    CONSTRAINT "pool_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "submission" (
    "chain_id" TEXT NOT NULL,
    "txid" BYTEA NOT NULL,
    "raw" BYTEA NOT NULL,
    "state" TEXT NOT NULL,
    "code" INTEGER,
    "message" TEXT,
    "requested_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ,

    CONSTRAINT "submission_pkey" PRIMARY KEY ("chain_id","txid")
);

-- CreateIndex
CREATE INDEX "pool_change_chain_id_txid_idx" ON "pool_change"("chain_id", "txid");

-- CreateIndex
CREATE INDEX "pool_spend_chain_id_txid_idx" ON "pool_spend"("chain_id", "txid");

-- CreateIndex
CREATE INDEX "pool_stay_chain_id_txid_enter_serial_idx" ON "pool_stay"("chain_id", "txid", "enter_serial");

-- CreateIndex
CREATE INDEX "pool_stay_chain_id_left_serial_enter_serial_idx" ON "pool_stay"("chain_id", "left_serial", "enter_serial");

-- CreateIndex
CREATE INDEX "pool_stay_chain_id_left_reason_left_height_idx" ON "pool_stay"("chain_id", "left_reason", "left_height");

-- CreateIndex
CREATE INDEX "submission_chain_id_state_idx" ON "submission"("chain_id", "state");
