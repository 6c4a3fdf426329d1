-- A name that is not found is looked for under near spellings, by this index. Prisma's schema cannot express it.
CREATE INDEX "currency_definition_chain_id_name_idx" ON "currency_definition"("chain_id", lower("fully_qualified_name"));
