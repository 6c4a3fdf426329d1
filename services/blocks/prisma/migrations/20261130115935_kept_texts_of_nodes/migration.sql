-- CreateTable
CREATE TABLE "node_text" (
    "chain_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "raw" BYTEA NOT NULL,
    "serial" BIGSERIAL NOT NULL,

    CONSTRAINT "node_text_pkey" PRIMARY KEY ("chain_id","kind","hash")
);

-- CreateIndex
CREATE INDEX "node_text_chain_id_serial_idx" ON "node_text"("chain_id", "serial");
