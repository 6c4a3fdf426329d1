-- CreateEnum
CREATE TYPE "actor_kind" AS ENUM ('user', 'operator');

-- CreateEnum
CREATE TYPE "call_status" AS ENUM ('answered', 'rejected', 'rate_limited', 'quota_exceeded', 'failed');

-- CreateEnum
CREATE TYPE "key_environment" AS ENUM ('live', 'test');

-- CreateEnum
CREATE TYPE "lease_state" AS ENUM ('open', 'written_off');

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "brand" TEXT NOT NULL,
    "environment" "key_environment" NOT NULL,
    "name" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ,
    "expires_at" TIMESTAMPTZ,
    "revoked_at" TIMESTAMPTZ,
    "allowed_networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "replaced_by_id" UUID,
    "is_for_webhooks" BOOLEAN NOT NULL DEFAULT false,
    "may_send" BOOLEAN NOT NULL DEFAULT false,
    "allowed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_for_session" BOOLEAN NOT NULL DEFAULT false,
    "member_id" TEXT,
    "session_id" TEXT,
    "manages_team" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_token" (
    "id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ,

    CONSTRAINT "operator_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "team_id" TEXT,
    "subject_id" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "ip_address" TEXT,
    "actor_key" TEXT,
    "actor_key_id" TEXT,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_intent" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" JSONB NOT NULL,
    "entry" JSONB NOT NULL,

    CONSTRAINT "webhook_intent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "active_team_id" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credential" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ,
    "refresh_token_expires_at" TIMESTAMPTZ,
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey" (
    "id" TEXT NOT NULL,
    "name" TEXT,
    "public_key" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "counter" DOUBLE PRECISION NOT NULL,
    "device_type" TEXT NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "transports" TEXT,
    "created_at" TIMESTAMPTZ DEFAULT CURRENT_TIMESTAMP,
    "aaguid" TEXT,

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempt" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "window_ends_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "known_network" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "known_network_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "logo" TEXT,
    "metadata" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "plan_id" TEXT NOT NULL DEFAULT 'free',

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "expires_at" TIMESTAMPTZ NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "inviter_id" TEXT NOT NULL,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plan" (
    "id" TEXT NOT NULL,
    "calls_per_month" BIGINT,
    "calls_per_second" INTEGER,
    "streams_per_key" INTEGER,
    "webhook_deliveries_per_second" INTEGER,
    "webhook_endpoints" INTEGER,
    "sends_per_minute" INTEGER,
    "work_under_way" INTEGER,
    "webhook_megabytes_per_endpoint" INTEGER,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quota_period" (
    "team_id" TEXT NOT NULL,
    "starts_on" DATE NOT NULL,
    "charged" BIGINT NOT NULL DEFAULT 0,
    "spent" BIGINT NOT NULL DEFAULT 0,
    "wanted_at" TIMESTAMPTZ,

    CONSTRAINT "quota_period_pkey" PRIMARY KEY ("team_id", "starts_on"),
    -- Whatever a program gets wrong, no row can have more spent than was taken.
    CONSTRAINT "quota_period_units" CHECK (0 <= "spent" AND "spent" <= "charged")
);

-- CreateTable
CREATE TABLE "quota_lease" (
    "id" UUID NOT NULL,
    "team_id" TEXT NOT NULL,
    "starts_on" DATE NOT NULL,
    "gateway_id" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "spent" BIGINT NOT NULL DEFAULT 0,
    "state" "lease_state" NOT NULL DEFAULT 'open',
    "granted_at" TIMESTAMPTZ NOT NULL,
    "named" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "quota_lease_pkey" PRIMARY KEY ("id"),
    -- Whatever a program gets wrong, no row can have more spent than was taken.
    CONSTRAINT "quota_lease_units" CHECK (0 <= "spent" AND "spent" <= "size")
);

-- CreateTable
CREATE TABLE "gateway" (
    "id" TEXT NOT NULL,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "seen_at" TIMESTAMPTZ NOT NULL,
    "left_at" TIMESTAMPTZ,

    CONSTRAINT "gateway_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_day" (
    "key_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "status" "call_status" NOT NULL,
    "calls" BIGINT NOT NULL,

    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("key_id", "day", "status")
);

-- CreateIndex
CREATE UNIQUE INDEX "operator_token_hash_key" ON "operator_token"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_replaced_by_id_key" ON "api_key"("replaced_by_id");

-- CreateIndex
CREATE INDEX "api_key_is_for_session_revoked_at_idx" ON "api_key"("is_for_session", "revoked_at");

-- CreateIndex
CREATE INDEX "api_key_manages_team_revoked_at_idx" ON "api_key"("manages_team", "revoked_at");

-- CreateIndex
CREATE INDEX "api_key_member_id_idx" ON "api_key"("member_id");

-- CreateIndex
CREATE INDEX "api_key_session_id_idx" ON "api_key"("session_id");

-- CreateIndex
CREATE INDEX "api_key_team_id_idx" ON "api_key"("team_id");

-- CreateIndex
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_team_id_at_idx" ON "audit_entry"("team_id", "at" DESC);

-- CreateIndex
CREATE INDEX "webhook_intent_created_at_idx" ON "webhook_intent"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_user_email_key" ON "account_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "credential_user_id_idx" ON "credential"("user_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE INDEX "passkey_credential_id_idx" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_user_id_idx" ON "passkey"("user_id");

-- CreateIndex
CREATE INDEX "attempt_window_ends_at_idx" ON "attempt"("window_ends_at");

-- CreateIndex
CREATE INDEX "known_network_expires_at_idx" ON "known_network"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "team_slug_key" ON "team"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "member_team_id_user_id_key" ON "member"("team_id", "user_id");

-- CreateIndex
CREATE INDEX "member_user_id_idx" ON "member"("user_id");

-- CreateIndex
CREATE INDEX "invitation_email_idx" ON "invitation"("email");

-- CreateIndex
CREATE INDEX "invitation_team_id_idx" ON "invitation"("team_id");

-- CreateIndex
CREATE INDEX "quota_lease_gateway_id_idx" ON "quota_lease"("gateway_id");

-- CreateIndex
CREATE INDEX "quota_lease_team_id_starts_on_idx" ON "quota_lease"("team_id", "starts_on");

-- CreateIndex
CREATE INDEX "gateway_seen_at_idx" ON "gateway"("seen_at");

-- CreateIndex
CREATE INDEX "usage_day_day_idx" ON "usage_day"("day");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "account_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_replaced_by_id_fkey" FOREIGN KEY ("replaced_by_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "account_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quota_lease" ADD CONSTRAINT "quota_lease_team_id_starts_on_fkey" FOREIGN KEY ("team_id", "starts_on") REFERENCES "quota_period"("team_id", "starts_on") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quota_period" ADD CONSTRAINT "quota_period_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_day" ADD CONSTRAINT "usage_day_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The shipped plans; null: not limited, but for work_under_way, where the gateway's own limit holds. An operator changes the numbers in the
-- table; no code depends on them.
INSERT INTO "plan" ("id", "calls_per_month", "calls_per_second", "streams_per_key", "webhook_endpoints", "webhook_deliveries_per_second",
                    "webhook_megabytes_per_endpoint", "sends_per_minute", "work_under_way") VALUES
    ('free', 100000, 10, 5, 3, 5, 64, 10, NULL),
    ('pro', 5000000, 100, 50, 20, 25, 128, 60, 60000),
    ('scale', 50000000, 500, 500, 100, 100, 256, 600, 150000),
    ('unlimited', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
