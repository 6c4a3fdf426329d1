-- CreateIndex
CREATE INDEX "api_key_manages_team_revoked_at_idx" ON "api_key"("manages_team", "revoked_at");

-- Each key that manages works while its maker is a member.
UPDATE "api_key" SET "member_id" = "member"."id" FROM "member"
 WHERE "api_key"."manages_team" AND "member"."team_id" = "api_key"."team_id" AND "member"."user_id" = "api_key"."created_by_id";
