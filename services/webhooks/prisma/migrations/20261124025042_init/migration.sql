-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('noted', 'queued', 'delivered', 'failed');

-- CreateEnum
CREATE TYPE "endpoint_state" AS ENUM ('active', 'paused', 'disabled');

-- CreateEnum
CREATE TYPE "environment" AS ENUM ('live', 'test');

-- CreateTable
CREATE TABLE "team" (
    "id" TEXT NOT NULL,
    "lease_holder" TEXT,
    "lease_until" TIMESTAMPTZ,
    "tests_now" INTEGER NOT NULL DEFAULT 0,
    "tests_sent" BIGINT NOT NULL DEFAULT 0,
    "tests_until" TIMESTAMPTZ,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "endpoint" (
    "id" UUID NOT NULL,
    "team_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "event_type" TEXT,
    "operation" TEXT NOT NULL,
    "variables" JSONB NOT NULL,
    "is_parallel" BOOLEAN NOT NULL DEFAULT false,
    "state" "endpoint_state" NOT NULL DEFAULT 'active',
    "disabled_reason" TEXT NOT NULL DEFAULT '',
    "is_mail_due" BOOLEAN NOT NULL DEFAULT false,
    "trouble" TEXT NOT NULL DEFAULT '',
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_until" TIMESTAMPTZ,
    "cursor" TEXT,
    "from_height" INTEGER,
    "position_height" INTEGER,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ,
    "last_delivered_at" TIMESTAMPTZ,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kept_bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_key" TEXT NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "webhook_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "block_height" INTEGER NOT NULL,
    "is_reverted" BOOLEAN NOT NULL DEFAULT false,
    "payload" TEXT NOT NULL,
    "state" "delivery_state" NOT NULL,
    "attempts_made" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "subject" TEXT,
    "bytes" INTEGER NOT NULL DEFAULT 1000,
    "has_content" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempt" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "request_headers" JSONB NOT NULL,
    "status" INTEGER,
    "response_body" TEXT NOT NULL,
    "error" TEXT NOT NULL,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change" (
    "id" UUID NOT NULL,
    "is_made" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "endpoint_team_id_idx" ON "endpoint"("team_id");

-- CreateIndex
CREATE INDEX "delivery_created_at_idx" ON "delivery"("created_at");

-- CreateIndex
CREATE INDEX "delivery_endpoint_id_block_height_idx" ON "delivery"("endpoint_id", "block_height");

-- CreateIndex
CREATE INDEX "delivery_endpoint_id_event_key_id_idx" ON "delivery"("endpoint_id", "event_key", "id" DESC);

-- CreateIndex
CREATE INDEX "delivery_endpoint_id_has_content_id_idx" ON "delivery"("endpoint_id", "has_content", "id");

-- CreateIndex
CREATE INDEX "delivery_endpoint_id_id_idx" ON "delivery"("endpoint_id", "id" DESC);

-- CreateIndex
CREATE INDEX "delivery_endpoint_id_state_id_idx" ON "delivery"("endpoint_id", "state", "id");

-- CreateIndex
CREATE INDEX "delivery_endpoint_id_subject_idx" ON "delivery"("endpoint_id", "subject");

-- CreateIndex
CREATE INDEX "attempt_delivery_id_idx" ON "attempt"("delivery_id");

-- CreateIndex
CREATE INDEX "change_created_at_idx" ON "change"("created_at");

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "endpoint" ADD CONSTRAINT "endpoint_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
