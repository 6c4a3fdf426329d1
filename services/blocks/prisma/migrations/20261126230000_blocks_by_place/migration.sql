-- Blocks, their transactions and what they spend stand by place (docs/adr/0053). All rows are written again, in one transaction, and every
-- fact stays. The version before reads and writes other tables: it has to be stopped.
-- A row whose chain, block or spender is missing has no place. NOT NULL then stops the migration rather than losing it.
-- Columns are in the order that leaves no gaps between them.

CREATE TABLE "block_by_place" (
    "reward" BIGINT NOT NULL,
    "applied_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "height" INTEGER NOT NULL,
    "time" OID NOT NULL,
    "version" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "transaction_count" INTEGER NOT NULL,
    "fragments_size" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "main" BOOLEAN NOT NULL,
    "hash" BYTEA NOT NULL,
    "previous_hash" BYTEA NOT NULL,
    "merkle_root" BYTEA NOT NULL,
    "chain_work" BYTEA NOT NULL,
    "chain_stake" BYTEA NOT NULL,
    "bits" TEXT NOT NULL,
    "difficulty" TEXT NOT NULL,
    "validation" TEXT NOT NULL,
    "producer" TEXT NOT NULL
);

INSERT INTO "block_by_place" ("reward", "applied_at", "height", "time", "version", "size", "transaction_count", "fragments_size", "chain", "ordinal",
                              "main", "hash", "previous_hash", "merkle_root", "chain_work", "chain_stake", "bits", "difficulty", "validation",
                              "producer")
SELECT b."reward", b."applied_at", b."height", b."time", b."version", b."size", b."transaction_count", b."fragments_size", c."id",
       row_number() OVER (PARTITION BY c."id", b."height" ORDER BY b."applied_at", b."hash") - 1, b."main", b."hash", b."previous_hash",
       b."merkle_root", b."chain_work", b."chain_stake", b."bits", b."difficulty", b."validation", b."producer"
  FROM "block" b LEFT JOIN "chain" c USING ("chain_id")
 ORDER BY c."id", b."height";

CREATE TABLE "transaction_by_place" (
    "lock_time" BIGINT NOT NULL,
    "expiry_height" BIGINT,
    "value_in" BIGINT,
    "value_out" BIGINT NOT NULL,
    "fee" BIGINT,
    "height" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "size" INTEGER,
    "version" INTEGER NOT NULL,
    "input_count" INTEGER NOT NULL,
    "output_count" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "txid" BYTEA NOT NULL,
    "fragment" BYTEA NOT NULL
);

INSERT INTO "transaction_by_place" ("lock_time", "expiry_height", "value_in", "value_out", "fee", "height", "index", "size", "version",
                                    "input_count", "output_count", "chain", "ordinal", "txid", "fragment")
SELECT t."lock_time", t."expiry_height", t."value_in", t."value_out", t."fee", b."height", t."index", t."size", t."version", t."input_count",
       t."output_count", c."id", b."ordinal", t."txid", t."fragment"
  FROM "transaction" t
  LEFT JOIN "chain" c USING ("chain_id")
  LEFT JOIN "block_by_place" b ON b."chain" = c."id" AND b."hash" = t."block_hash"
 ORDER BY c."id", b."height", b."ordinal", t."index";

-- The joins below have been counted.
ANALYZE "block_by_place";
ANALYZE "transaction_by_place" ("chain", "height", "ordinal", "txid");

CREATE TABLE "spend_by_place" (
    "vout" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "spender_tx_index" INTEGER NOT NULL,
    "input_index" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "txid" BYTEA NOT NULL
);

-- Only blocks of the main chain have spends.
INSERT INTO "spend_by_place" ("vout", "height", "spender_tx_index", "input_index", "chain", "txid")
SELECT s."vout", s."height", spender."index", s."input_index", c."id", s."txid"
  FROM "spend" s
  LEFT JOIN "chain" c USING ("chain_id")
  LEFT JOIN (
    SELECT t."chain", t."height", t."index", t."txid"
      FROM "transaction_by_place" t JOIN "block_by_place" b USING ("chain", "height", "ordinal") WHERE b."main"
  ) spender ON spender."chain" = c."id" AND spender."height" = s."height" AND spender."txid" = s."spender_txid"
 ORDER BY c."id", s."height", spender."index", s."input_index";

CREATE TABLE "produced_block_by_number" (
    "height" INTEGER NOT NULL,
    "producer_count" INTEGER NOT NULL,
    "validation_count" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL,
    "producer" TEXT NOT NULL,
    "validation" TEXT NOT NULL
);

INSERT INTO "produced_block_by_number" ("height", "producer_count", "validation_count", "chain", "producer", "validation")
SELECT p."height", p."producer_count", p."validation_count", c."id", p."producer", p."validation"
  FROM "produced_block" p LEFT JOIN "chain" c USING ("chain_id")
 ORDER BY c."id", p."height";

CREATE TABLE "produced_tip_by_number" (
    "chain" SMALLINT NOT NULL,
    "hash" BYTEA NOT NULL
);

INSERT INTO "produced_tip_by_number" ("chain", "hash")
SELECT c."id", p."hash" FROM "produced_tip" p LEFT JOIN "chain" c USING ("chain_id");

DROP TABLE "block", "transaction", "spend", "produced_block", "produced_tip";
ALTER TABLE "block_by_place" RENAME TO "block";
ALTER TABLE "transaction_by_place" RENAME TO "transaction";
ALTER TABLE "spend_by_place" RENAME TO "spend";
ALTER TABLE "produced_block_by_number" RENAME TO "produced_block";
ALTER TABLE "produced_tip_by_number" RENAME TO "produced_tip";

ALTER TABLE "block" ADD CONSTRAINT "block_pkey" PRIMARY KEY ("chain", "height", "ordinal");
ALTER TABLE "transaction" ADD CONSTRAINT "transaction_pkey" PRIMARY KEY ("chain", "height", "ordinal", "index");
ALTER TABLE "produced_block" ADD CONSTRAINT "produced_block_pkey" PRIMARY KEY ("chain", "producer", "validation", "height");
ALTER TABLE "produced_tip" ADD CONSTRAINT "produced_tip_pkey" PRIMARY KEY ("chain");

-- CreateIndex
CREATE INDEX "block_hash_idx" ON "block" USING HASH ("hash");

-- CreateIndex
CREATE INDEX "transaction_txid_idx" ON "transaction" USING HASH ("txid");

-- CreateIndex
CREATE INDEX "produced_block_chain_validation_height_idx" ON "produced_block"("chain", "validation", "height");

-- CreateIndex
CREATE INDEX "spend_chain_height_idx" ON "spend"("chain", "height");

-- 64 bits in place of 36 bytes. The outputs of a transaction differ in the last bits, so they are neighbours. Prisma's schema cannot express it.
CREATE INDEX "spend_output_idx" ON "spend" ((hash_record_extended(ROW("txid"), 0) # "vout"::bigint));

ANALYZE "block", "transaction", "spend", "produced_block", "produced_tip";
