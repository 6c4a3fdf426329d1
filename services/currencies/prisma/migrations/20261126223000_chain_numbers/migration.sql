-- A number of two bytes can stand for a chain in rows.

-- CreateTable
CREATE TABLE "chain" (
    "id" SMALLSERIAL NOT NULL,
    "chain_id" TEXT NOT NULL,

    CONSTRAINT "chain_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "chain_chain_id_key" ON "chain"("chain_id");

-- Every chain that has rows. `applied_block` is asked chain by chain: it has a row for each block.
INSERT INTO "chain" ("chain_id")
WITH RECURSIVE "applied" ("chain_id") AS (
    (SELECT "chain_id" FROM "applied_block" ORDER BY "chain_id" LIMIT 1)
    UNION ALL
    SELECT "next"."chain_id"
      FROM "applied"
     CROSS JOIN LATERAL (
        SELECT "chain_id" FROM "applied_block" WHERE "applied_block"."chain_id" > "applied"."chain_id" ORDER BY "chain_id" LIMIT 1
     ) AS "next"
)
SELECT "chain_id" FROM "network"
 UNION SELECT "chain_id" FROM "sync_cursor"
 UNION SELECT "chain_id" FROM "applied"
 ORDER BY "chain_id";
