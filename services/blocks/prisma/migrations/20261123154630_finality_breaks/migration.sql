-- AlterTable
ALTER TABLE "reorg" ADD COLUMN     "breaks_finality" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "final_blocks" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "reorg_chain_id_breaks_finality_id_idx" ON "reorg"("chain_id", "breaks_finality", "id");
