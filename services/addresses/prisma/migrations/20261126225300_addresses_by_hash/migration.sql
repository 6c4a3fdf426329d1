-- Texts of addresses are found by a hash index, a third as large (docs/adr/0054). The new index is there before the old one goes.
CREATE INDEX "address_address_idx" ON "address" USING HASH ("address");
DROP INDEX "address_chain_address_key";
