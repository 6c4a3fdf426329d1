-- A script that follows from the holder's address is not stored (docs/adr/0054), and narrow columns come first. Every row is written again; a reader
-- fills the script in (packages/verus-protocol/src/plain-script.ts), which the version before does not.

-- The script of a plain payment to an address; null where there is none. As in plain-script.ts the checksum is not looked at.
CREATE FUNCTION "plain_script_of"("address" text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  digits CONSTANT text := '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  number numeric := 0;
  digit integer;
  hex text := '';
BEGIN
  -- 25 bytes that begin with one of the versions below are 34 digits.
  IF length("address") <> 34 THEN RETURN NULL; END IF;
  FOR place IN 1..34 LOOP
    digit := strpos(digits, substr("address", place, 1));
    IF digit = 0 THEN RETURN NULL; END IF;
    number := number * 58 + digit - 1;
  END LOOP;
  FOR part IN 1..7 LOOP
    hex := lpad(to_hex(mod(number, 4294967296)::bigint), 8, '0') || hex;
    number := div(number, 4294967296);
  END LOOP;
  -- Three bytes too many, the version, the hash, the checksum.
  IF number <> 0 OR left(hex, 6) <> '000000' THEN RETURN NULL; END IF;
  RETURN CASE substr(hex, 7, 2)
         WHEN '3c' THEN decode('76a914' || substr(hex, 9, 40) || '88ac', 'hex')
         WHEN '55' THEN decode('a914' || substr(hex, 9, 40) || '87', 'hex')
         WHEN '66' THEN decode('050403000000cc1b04030001011504' || substr(hex, 9, 40) || '75', 'hex')
         END;
END $$;

CREATE TEMPORARY TABLE "plain_script" ON COMMIT DROP AS
SELECT "chain", "id" AS "holder_id", "plain_script_of"("address") AS "plain" FROM "address";
ANALYZE "plain_script";

CREATE TABLE "output_row_new" (
    "chain" SMALLINT NOT NULL,
    "is_coinbase" BOOLEAN NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "holder_id" INTEGER,
    "guard_id" INTEGER NOT NULL,
    "satoshis" BIGINT NOT NULL,
    "token_ids" INTEGER[],
    "token_satoshis" BIGINT[],
    "kind" TEXT,
    "script" BYTEA,
    "address_ids" INTEGER[]
);
INSERT INTO "output_row_new" ("chain", "is_coinbase", "height", "tx_index", "vout", "holder_id", "guard_id", "satoshis", "token_ids", "token_satoshis",
                              "kind", "script", "address_ids")
SELECT "chain", "is_coinbase", "height", "tx_index", "vout", "holder_id", "guard_id", "satoshis", "token_ids", "token_satoshis", "kind",
       nullif("script", "plain"), "address_ids"
  FROM "output_row" LEFT JOIN "plain_script" USING ("chain", "holder_id")
 ORDER BY "chain", "height", "tx_index", "vout";
DROP FUNCTION "plain_script_of";

DROP VIEW "output";
DROP TABLE "output_row";
ALTER TABLE "output_row_new" RENAME TO "output_row";
ALTER TABLE "output_row" ADD CONSTRAINT "output_pkey" PRIMARY KEY ("chain", "height", "tx_index", "vout");

CREATE VIEW "output" AS
SELECT "chain", "height", "tx_index", "vout", "holder_id", "guard_id", "is_coinbase", "satoshis",
       coalesce("token_ids", '{}') AS "token_ids", coalesce("token_satoshis", '{}') AS "token_satoshis", "kind", "script",
       coalesce("address_ids", ARRAY["holder_id"]) AS "address_ids"
  FROM "output_row";
CREATE TRIGGER "insert_output" INSTEAD OF INSERT ON "output" FOR EACH ROW EXECUTE FUNCTION "insert_output"();
