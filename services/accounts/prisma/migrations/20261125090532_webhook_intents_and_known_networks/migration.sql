-- CreateTable
CREATE TABLE "webhook_intent" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" JSONB NOT NULL,
    "entry" JSONB NOT NULL,

    CONSTRAINT "webhook_intent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "known_network" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "known_network_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_intent_created_at_idx" ON "webhook_intent"("created_at");

-- CreateIndex
CREATE INDEX "known_network_expires_at_idx" ON "known_network"("expires_at");
