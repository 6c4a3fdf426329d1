-- AlterTable
ALTER TABLE "transaction" ADD COLUMN     "size" INTEGER;

-- CreateTable
CREATE TABLE "raw_transaction" (
    "chain_id" TEXT NOT NULL,
    "txid" BYTEA NOT NULL,
    "raw" BYTEA NOT NULL,

    CONSTRAINT "raw_transaction_pkey" PRIMARY KEY ("chain_id","txid")
);
