-- What a holder had before each block that changed it, in place of what it had after it: the first change above a height answers for the height, so
-- nothing looks for the last one below it, and the key goes (docs/adr/0054). Every row is written again: the version before cannot read the table.
CREATE TABLE "holder_change_new" (
    "chain" SMALLINT NOT NULL,
    "currency_id" INTEGER NOT NULL,
    "holder_id" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "previous_balance" BIGINT
);
INSERT INTO "holder_change_new" ("chain", "currency_id", "holder_id", "height", "previous_balance")
SELECT "chain", "currency_id", "holder_id", "height",
       nullif(lag("balance") OVER (PARTITION BY "chain", "currency_id", "holder_id" ORDER BY "height"), 0)
  FROM "holder_change"
 ORDER BY "chain", "height", "currency_id";
DROP TABLE "holder_change";
ALTER TABLE "holder_change_new" RENAME TO "holder_change";
CREATE INDEX "holder_change_currency_id_chain_height_idx" ON "holder_change"("currency_id", "chain", "height");
