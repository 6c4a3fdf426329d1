-- One row in place of two, for a transaction of an address that moved the native currency alone (docs/adr/0049). No stored row is changed: the views
-- read both kinds, so this takes milliseconds on any chain. The version before reads, deletes and writes through the views.

-- CreateTable
CREATE TABLE "native_transaction" (
    "chain" SMALLINT NOT NULL,
    "address_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "tx_count" INTEGER NOT NULL,
    "utxo_count" INTEGER NOT NULL,
    "spendable_utxo_count" INTEGER NOT NULL,
    "native_tx_count" INTEGER NOT NULL,
    "native_utxo_count" INTEGER NOT NULL,
    "native_spendable_utxo_count" INTEGER NOT NULL,
    "satoshis" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,
    "received" DECIMAL(40,0) NOT NULL,

    CONSTRAINT "native_transaction_pkey" PRIMARY KEY ("chain","address_id","height","tx_index")
);

-- CreateIndex
CREATE INDEX "native_transaction_chain_height_idx" ON "native_transaction"("chain", "height");

ALTER TABLE "balance_change" RENAME TO "balance_change_row";

-- 1 is the id of the native currency. Of its credit and debit, which no version reads, the net amount is kept.
CREATE VIEW "balance_change" AS
SELECT "chain", "address_id", "currency_id", "height", "tx_index", "credit", "debit", "balance", "received", "tx_count", "utxo_count",
       "spendable_utxo_count"
  FROM "balance_change_row"
 UNION ALL
SELECT "chain", "address_id", 1, "height", "tx_index", greatest("satoshis", 0), greatest(-"satoshis", 0), "balance", "received",
       "native_tx_count", "native_utxo_count", "native_spendable_utxo_count"
  FROM "native_transaction";

CREATE OR REPLACE VIEW "address_transaction" AS
SELECT "chain", "address_id", "height", "tx_index", "balance_after", "tx_count", "utxo_count", "spendable_utxo_count",
       coalesce("direction", CASE WHEN "native_satoshis" > 0 THEN 'RECEIVED' ELSE 'SENT' END) AS "direction",
       coalesce("currency_ids", '{1}') AS "currency_ids", coalesce("net_satoshis", ARRAY["native_satoshis"]) AS "net_satoshis"
  FROM "address_transaction_row"
 UNION ALL
SELECT "chain", "address_id", "height", "tx_index", "balance", "tx_count", "utxo_count", "spendable_utxo_count",
       CASE WHEN "satoshis" > 0 THEN 'RECEIVED' ELSE 'SENT' END, '{1}', ARRAY["satoshis"]
  FROM "native_transaction";

CREATE OR REPLACE FUNCTION "insert_balance_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "balance_change_row" ("chain", "address_id", "currency_id", "height", "tx_index", "credit", "debit", "balance", "received", "tx_count",
                                    "utxo_count", "spendable_utxo_count")
  VALUES (NEW."chain", NEW."address_id", NEW."currency_id", NEW."height", NEW."tx_index", NEW."credit", NEW."debit", NEW."balance", NEW."received",
          NEW."tx_count", NEW."utxo_count", NEW."spendable_utxo_count");
  RETURN NEW;
END $$;
CREATE TRIGGER "insert_balance_change" INSTEAD OF INSERT ON "balance_change" FOR EACH ROW EXECUTE FUNCTION "insert_balance_change"();

-- Only a revert deletes, and it deletes what both views show of a block: the first delete takes the row that stands for both.
CREATE OR REPLACE FUNCTION "delete_balance_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "balance_change_row"
   WHERE "chain" = OLD."chain" AND "address_id" = OLD."address_id" AND "currency_id" = OLD."currency_id" AND "height" = OLD."height"
     AND "tx_index" = OLD."tx_index";
  DELETE FROM "native_transaction"
   WHERE "chain" = OLD."chain" AND "address_id" = OLD."address_id" AND OLD."currency_id" = 1 AND "height" = OLD."height"
     AND "tx_index" = OLD."tx_index";
  RETURN OLD;
END $$;
CREATE TRIGGER "delete_balance_change" INSTEAD OF DELETE ON "balance_change" FOR EACH ROW EXECUTE FUNCTION "delete_balance_change"();

CREATE OR REPLACE FUNCTION "delete_address_transaction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "address_transaction_row"
   WHERE "chain" = OLD."chain" AND "address_id" = OLD."address_id" AND "height" = OLD."height" AND "tx_index" = OLD."tx_index";
  DELETE FROM "native_transaction"
   WHERE "chain" = OLD."chain" AND "address_id" = OLD."address_id" AND "height" = OLD."height" AND "tx_index" = OLD."tx_index";
  RETURN OLD;
END $$;
CREATE TRIGGER "delete_address_transaction" INSTEAD OF DELETE ON "address_transaction" FOR EACH ROW EXECUTE FUNCTION "delete_address_transaction"();
