-- CreateTable
CREATE TABLE "awaited_network" (
    "chain_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "awaits" TEXT NOT NULL,

    CONSTRAINT "awaited_network_pkey" PRIMARY KEY ("chain_id")
);
