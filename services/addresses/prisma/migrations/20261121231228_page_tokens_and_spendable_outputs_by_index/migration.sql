-- is_native has no default: an indexer of the version before cannot write outputs any more, so that nothing is missing in the two new
-- tables when its successor takes over. Until then it says so and tries again; the apis of the version before go on answering.

-- AlterTable
ALTER TABLE "address_output" ADD COLUMN     "is_native" BOOLEAN;
UPDATE "address_output" SET "is_native" = "chain_id" = ANY ("currency_ids");
ALTER TABLE "address_output" ALTER COLUMN "is_native" SET NOT NULL;

-- DropIndex
DROP INDEX "address_output_chain_id_address_spent_height_height_tx_inde_idx";

-- DropIndex
DROP INDEX "holder_change_chain_id_currency_id_height_idx";

-- CreateTable
CREATE TABLE "token_output" (
    "chain_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "txid" BYTEA NOT NULL,
    "is_spendable" BOOLEAN NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,
    "spent_height" INTEGER,

    CONSTRAINT "token_output_pkey" PRIMARY KEY ("chain_id","address","currency_id","height","tx_index","vout")
);

-- CreateTable
CREATE TABLE "token_balance" (
    "chain_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "balance" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "first_height" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,

    CONSTRAINT "token_balance_pkey" PRIMARY KEY ("chain_id","address","currency_id")
);

-- What the rows so far mean for the new tables.
INSERT INTO "token_output" ("chain_id", "address", "currency_id", "height", "tx_index", "vout", "txid", "is_spendable", "is_coinbase", "spent_height")
SELECT link."chain_id", link."address", carried."currency_id", link."height", link."tx_index", link."vout", link."txid", link."is_spendable",
       link."is_coinbase", link."spent_height"
  FROM "address_output" link, unnest(link."currency_ids") AS carried ("currency_id")
 WHERE carried."currency_id" <> link."chain_id";

INSERT INTO "token_balance" ("chain_id", "address", "currency_id", "balance", "height", "first_height", "ordinal")
SELECT had."chain_id", had."address", had."currency_id", latest."balance", latest."height", had."first_height",
       row_number() OVER (PARTITION BY had."chain_id", had."address" ORDER BY had."first_height", had."currency_id")
  FROM (
    SELECT "chain_id", "address", "currency_id", min("height") AS "first_height"
      FROM "balance_change"
     WHERE "currency_id" <> "chain_id"
     GROUP BY "chain_id", "address", "currency_id"
  ) had
 CROSS JOIN LATERAL (
    SELECT change."balance", change."height"
      FROM "balance_change" change
     WHERE change."chain_id" = had."chain_id" AND change."address" = had."address" AND change."currency_id" = had."currency_id"
     ORDER BY change."height" DESC, change."tx_index" DESC
     LIMIT 1
 ) latest;

-- CreateIndex
CREATE INDEX "token_output_spent_idx" ON "token_output"("chain_id", "address", "currency_id", "spent_height", "is_spendable", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "token_balance_chain_id_address_balance_currency_id_idx" ON "token_balance"("chain_id", "address", "balance", "currency_id");

-- CreateIndex
CREATE INDEX "token_balance_address_chain_id_height_currency_id_idx" ON "token_balance"("address", "chain_id", "height", "currency_id");

-- CreateIndex
CREATE INDEX "token_balance_chain_id_address_first_height_ordinal_idx" ON "token_balance"("chain_id", "address", "first_height", "ordinal");

-- CreateIndex
CREATE INDEX "address_output_spent_idx" ON "address_output"("chain_id", "address", "spent_height", "is_spendable", "is_native", "height", "tx_index", "vout");

-- CreateIndex
CREATE INDEX "holder_change_currency_id_chain_id_height_holder_idx" ON "holder_change"("currency_id", "chain_id", "height", "holder");
