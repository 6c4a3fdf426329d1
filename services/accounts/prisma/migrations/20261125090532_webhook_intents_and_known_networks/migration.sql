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

-- URLs of webhooks may hold tokens: what is on record keeps none. (`…` stands for what is hidden.)
UPDATE "audit_entry" SET "details" = jsonb_set("details", '{url}', to_jsonb(
  regexp_replace(regexp_replace("details"->>'url', '[?#].*$', '?…'), '^([a-z]+://)[^/@]*@', '\1')))
WHERE "action" IN ('webhook.create', 'webhook.change') AND "details"->>'url' ~ '[?#@]';
