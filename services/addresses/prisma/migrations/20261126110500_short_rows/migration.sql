-- New rows leave out what most of them repeat (docs/adr/0049). No stored row is changed: the views read both kinds, so this takes milliseconds on any
-- chain. The version before reads, deletes and writes through the views.

ALTER TABLE "output" RENAME TO "output_row";

CREATE VIEW "output" AS
SELECT "chain", "height", "tx_index", "vout", "holder_id", "guard_id", "is_coinbase", "satoshis",
       coalesce("token_ids", '{}') AS "token_ids", coalesce("token_satoshis", '{}') AS "token_satoshis", "kind", "script",
       coalesce("address_ids", ARRAY["holder_id"]) AS "address_ids"
  FROM "output_row";

CREATE OR REPLACE FUNCTION "insert_output"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "output_row" ("chain", "height", "tx_index", "vout", "holder_id", "guard_id", "is_coinbase", "satoshis", "token_ids", "token_satoshis",
                            "kind", "script", "address_ids")
  VALUES (NEW."chain", NEW."height", NEW."tx_index", NEW."vout", NEW."holder_id", NEW."guard_id", NEW."is_coinbase", NEW."satoshis", NEW."token_ids",
          NEW."token_satoshis", NEW."kind", NEW."script", NEW."address_ids");
  RETURN NEW;
END $$;
CREATE TRIGGER "insert_output" INSTEAD OF INSERT ON "output" FOR EACH ROW EXECUTE FUNCTION "insert_output"();

ALTER TABLE "address_transaction" RENAME TO "address_transaction_row";
ALTER TABLE "address_transaction_row" ADD COLUMN "native_satoshis" BIGINT, ALTER COLUMN "direction" DROP NOT NULL;

CREATE VIEW "address_transaction" AS
SELECT "chain", "address_id", "height", "tx_index", "balance_after", "tx_count", "utxo_count", "spendable_utxo_count",
       coalesce("direction", CASE WHEN "native_satoshis" > 0 THEN 'RECEIVED' ELSE 'SENT' END) AS "direction",
       -- 1 is the id of the native currency.
       coalesce("currency_ids", '{1}') AS "currency_ids", coalesce("net_satoshis", ARRAY["native_satoshis"]) AS "net_satoshis"
  FROM "address_transaction_row";

CREATE OR REPLACE FUNCTION "insert_address_transaction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "address_transaction_row" ("chain", "address_id", "height", "tx_index", "balance_after", "tx_count", "utxo_count", "spendable_utxo_count",
                                         "direction", "currency_ids", "net_satoshis")
  VALUES (NEW."chain", NEW."address_id", NEW."height", NEW."tx_index", NEW."balance_after", NEW."tx_count", NEW."utxo_count", NEW."spendable_utxo_count",
          NEW."direction", NEW."currency_ids", NEW."net_satoshis");
  RETURN NEW;
END $$;
CREATE TRIGGER "insert_address_transaction" INSTEAD OF INSERT ON "address_transaction" FOR EACH ROW EXECUTE FUNCTION "insert_address_transaction"();
