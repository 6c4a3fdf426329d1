-- CreateTable
CREATE TABLE "native_supply" (
    "chain_id" TEXT NOT NULL,
    "height" INTEGER NOT NULL,
    "supply" BIGINT NOT NULL,

    CONSTRAINT "native_supply_pkey" PRIMARY KEY ("chain_id","height")
);

-- The supply can only be counted from the first block on: a database that is not empty pulls all blocks again.
TRUNCATE "currency_definition", "currency_state", "block_outputs", "sync_cursor", "applied_block";
