-- CreateTable
CREATE TABLE "produced_block" (
    "chain_id" TEXT NOT NULL,
    "producer" TEXT NOT NULL,
    "validation" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "producer_count" INTEGER NOT NULL,
    "validation_count" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "produced_tip" (
    "chain_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "produced_tip_pkey" PRIMARY KEY ("chain_id")
);

-- Before the rows: what an indexer of the version before writes meanwhile lies above this block, and is written again from there.
INSERT INTO "produced_tip" ("chain_id", "hash")
SELECT DISTINCT ON ("chain_id") "chain_id", "hash" FROM "block" WHERE "main" ORDER BY "chain_id", "height" DESC;

-- The blocks that are there, in one pass: indexes that are made behind it cost less than rows that are added to them one by one. Table and
-- index of "block" are only read.
INSERT INTO "produced_block" ("chain_id", "producer", "validation", "height", "producer_count", "validation_count")
SELECT "chain_id", "producer", "validation", "height",
       row_number() OVER (PARTITION BY "chain_id", "producer", "validation" ORDER BY "height"),
       row_number() OVER (PARTITION BY "chain_id", "validation" ORDER BY "height")
  FROM "block" WHERE "main";

ALTER TABLE "produced_block" ADD CONSTRAINT "produced_block_pkey" PRIMARY KEY ("chain_id", "producer", "validation", "height");

-- CreateIndex
CREATE INDEX "produced_block_chain_id_validation_height_idx" ON "produced_block"("chain_id", "validation", "height");
