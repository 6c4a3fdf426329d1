-- An output's spend stands with its addresses alone (docs/adr/0054), and links to outputs are as narrow as their columns allow. Every row is written
-- anew: the version before cannot read or write these tables.

-- Outputs that no address has.
CREATE TABLE "ownerless_spend" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "spent_height" INTEGER NOT NULL,
    "spender_tx_index" INTEGER NOT NULL
);
INSERT INTO "ownerless_spend" ("chain", "height", "tx_index", "vout", "spent_height", "spender_tx_index")
SELECT "chain", "height", "tx_index", "vout", "spent_height", "spender_tx_index"
  FROM "spend" JOIN "output_row" USING ("chain", "height", "tx_index", "vout")
 WHERE cardinality("address_ids") = 0;
ALTER TABLE "ownerless_spend" ADD CONSTRAINT "ownerless_spend_pkey" PRIMARY KEY ("chain", "height", "tx_index", "vout");
CREATE INDEX "ownerless_spend_chain_spent_height_idx" ON "ownerless_spend"("chain", "spent_height");

-- Narrow columns stand beside each other, so that none of a row is padding, and no column is one that was dropped.
CREATE TABLE "address_spent_output_new" (
    "chain" SMALLINT NOT NULL,
    "is_native" BOOLEAN NOT NULL,
    "matures" BOOLEAN NOT NULL,
    "address_id" INTEGER NOT NULL,
    "spent_height" INTEGER NOT NULL,
    "spender_tx_index" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "guard_id" INTEGER NOT NULL
);
-- A link without its spend would have no spender, which the column refuses.
INSERT INTO "address_spent_output_new" ("chain", "is_native", "matures", "address_id", "spent_height", "spender_tx_index", "height", "tx_index", "vout",
                                        "guard_id")
SELECT "chain", "is_native", "matures", "address_id", link."spent_height", "spender_tx_index", "height", "tx_index", "vout", "guard_id"
  FROM "address_spent_output" link LEFT JOIN "spend" USING ("chain", "height", "tx_index", "vout")
 ORDER BY "chain", link."spent_height", "spender_tx_index";
DROP TABLE "address_spent_output";
DROP TABLE "spend";
ALTER TABLE "address_spent_output_new" RENAME TO "address_spent_output";
CREATE INDEX "address_spent_output_chain_address_id_spent_height_idx" ON "address_spent_output"("chain", "address_id", "spent_height");

CREATE TABLE "address_utxo_new" (
    "chain" SMALLINT NOT NULL,
    "is_native" BOOLEAN NOT NULL,
    "matures" BOOLEAN NOT NULL,
    "address_id" INTEGER NOT NULL,
    "guard_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL
);
INSERT INTO "address_utxo_new" ("chain", "is_native", "matures", "address_id", "guard_id", "height", "tx_index", "vout")
SELECT "chain", "is_native", "matures", "address_id", "guard_id", "height", "tx_index", "vout" FROM "address_utxo";
DROP TABLE "address_utxo";
ALTER TABLE "address_utxo_new" RENAME TO "address_utxo";
ALTER TABLE "address_utxo" ADD CONSTRAINT "address_utxo_pkey" PRIMARY KEY ("chain", "address_id", "guard_id", "is_native", "height", "tx_index", "vout");

-- For statements by hand, and for tests: every spend, once.
CREATE VIEW "spend" AS
SELECT DISTINCT "chain", "height", "tx_index", "vout", "spent_height", "spender_tx_index" FROM "address_spent_output"
 UNION ALL
SELECT "chain", "height", "tx_index", "vout", "spent_height", "spender_tx_index" FROM "ownerless_spend";
