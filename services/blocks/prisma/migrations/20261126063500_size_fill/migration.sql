-- CreateTable
CREATE TABLE "size_fill" (
    "chain_id" TEXT NOT NULL,
    "next_height" INTEGER NOT NULL,
    "end_height" INTEGER NOT NULL,

    CONSTRAINT "size_fill_pkey" PRIMARY KEY ("chain_id")
);

-- Every block that is there, not only up to the tip: blocks that left the main chain may be higher. What an indexer of the version before writes
-- meanwhile is noted by the one that follows it. The highest block of a chain is one step of an index, and no row of "transaction" is read.
INSERT INTO "size_fill" ("chain_id", "next_height", "end_height")
SELECT * FROM (
    SELECT "chain_id", 0, (SELECT max("height") FROM "block" WHERE "block"."chain_id" = "sync_cursor"."chain_id") AS "height" FROM "sync_cursor"
) AS "chain" WHERE "height" IS NOT NULL;
