-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "bytes" INTEGER NOT NULL DEFAULT 1000,
ADD COLUMN     "has_content" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "endpoint" ADD COLUMN     "kept_bytes" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "delivery_endpoint_id_has_content_id_idx" ON "delivery"("endpoint_id", "has_content", "id");

-- What is there already counts, too.
UPDATE "delivery" SET "bytes" = 1000 + octet_length("payload") + coalesce((
  SELECT sum(400 + octet_length("url") + octet_length("request_headers"::text) + octet_length("response_body") + octet_length("error"))
  FROM "attempt" WHERE "attempt"."delivery_id" = "delivery"."id"
), 0);
UPDATE "endpoint" SET "kept_bytes" = coalesce((SELECT sum("bytes") FROM "delivery" WHERE "delivery"."endpoint_id" = "endpoint"."id"), 0);
