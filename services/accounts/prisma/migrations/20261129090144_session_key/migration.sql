-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "is_for_session" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "member_id" TEXT,
ADD COLUMN     "session_id" TEXT;

-- CreateIndex
CREATE INDEX "api_key_session_id_idx" ON "api_key"("session_id");

-- CreateIndex
CREATE INDEX "api_key_member_id_idx" ON "api_key"("member_id");

-- CreateIndex
CREATE INDEX "api_key_is_for_session_revoked_at_idx" ON "api_key"("is_for_session", "revoked_at");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE SET NULL ON UPDATE CASCADE;
