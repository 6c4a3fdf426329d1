-- AlterTable
ALTER TABLE "raw_transaction" ADD COLUMN     "serial" BIGSERIAL NOT NULL;

-- CreateIndex
CREATE INDEX "raw_transaction_chain_id_serial_idx" ON "raw_transaction"("chain_id", "serial");
