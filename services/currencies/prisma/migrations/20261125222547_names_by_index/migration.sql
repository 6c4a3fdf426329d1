-- CreateIndex
CREATE INDEX "currency_definition_search_names_idx" ON "currency_definition" USING GIN ("search_names");
