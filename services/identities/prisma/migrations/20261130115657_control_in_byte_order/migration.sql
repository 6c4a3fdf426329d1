-- In the order of getidentitieswithaddress: by bytes, whatever the collation of the database is.
-- CreateIndex
CREATE INDEX "identity_holder_chain_role_holder_identity_address_idx" ON "identity_holder"("chain", "role", "holder", "identity_address" COLLATE "C");
