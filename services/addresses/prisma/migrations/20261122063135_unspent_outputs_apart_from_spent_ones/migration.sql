-- CreateTable
CREATE TABLE "address_utxo" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "is_spendable" BOOLEAN NOT NULL,
    "is_native" BOOLEAN NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,

    CONSTRAINT "address_utxo_pkey" PRIMARY KEY ("chain","address_id","is_spendable","is_native","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "address_spent_output" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "spent_height" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "is_spendable" BOOLEAN NOT NULL,
    "is_native" BOOLEAN NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,

    CONSTRAINT "address_spent_output_pkey" PRIMARY KEY ("chain","address_id","spent_height","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "token_utxo" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "is_spendable" BOOLEAN NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,

    CONSTRAINT "token_utxo_pkey" PRIMARY KEY ("chain","address_id","currency_id","is_spendable","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "token_spent_output" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "spent_height" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "is_spendable" BOOLEAN NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,

    CONSTRAINT "token_spent_output_pkey" PRIMARY KEY ("chain","address_id","currency_id","spent_height","height","tx_index","vout")
);

-- What was written so far. The tables before said of each output whether it was spent.
INSERT INTO "address_utxo" ("chain", "address_id", "is_spendable", "is_native", "height", "tx_index", "vout", "is_coinbase")
SELECT "chain", "address_id", "is_spendable", "is_native", "height", "tx_index", "vout", "is_coinbase"
  FROM "address_output" WHERE "spent_height" IS NULL;

INSERT INTO "address_spent_output" ("chain", "address_id", "spent_height", "height", "tx_index", "vout", "is_spendable", "is_native", "is_coinbase")
SELECT "chain", "address_id", "spent_height", "height", "tx_index", "vout", "is_spendable", "is_native", "is_coinbase"
  FROM "address_output" WHERE "spent_height" IS NOT NULL;

INSERT INTO "token_utxo" ("chain", "address_id", "currency_id", "is_spendable", "height", "tx_index", "vout", "is_coinbase")
SELECT "chain", "address_id", "currency_id", "is_spendable", "height", "tx_index", "vout", "is_coinbase"
  FROM "token_output" WHERE "spent_height" IS NULL;

INSERT INTO "token_spent_output" ("chain", "address_id", "currency_id", "spent_height", "height", "tx_index", "vout", "is_spendable", "is_coinbase")
SELECT "chain", "address_id", "currency_id", "spent_height", "height", "tx_index", "vout", "is_spendable", "is_coinbase"
  FROM "token_output" WHERE "spent_height" IS NOT NULL;

-- DropTable
DROP TABLE "address_output";

-- DropTable
DROP TABLE "token_output";
