-- The same look-ups from less room. Each new index is there before the old one goes, so statements of the version before find theirs by the new one.

-- CreateIndex
CREATE INDEX "applied_block_hash_idx" ON "applied_block" USING HASH ("hash");

-- DropIndex
DROP INDEX "applied_block_chain_id_hash_idx";

-- CreateIndex
CREATE INDEX "holder_change_currency_id_chain_height_idx" ON "holder_change"("currency_id", "chain", "height");

-- DropIndex
DROP INDEX "holder_change_currency_id_chain_height_holder_id_idx";
