-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "is_for_webhooks" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "plan" ADD COLUMN     "webhook_deliveries_per_second" INTEGER,
ADD COLUMN     "webhook_endpoints" INTEGER;

-- What the shipped plans allow. A plan of an operator's own stays without a limit.
UPDATE "plan" SET "webhook_endpoints" = 3, "webhook_deliveries_per_second" = 5 WHERE "id" = 'free';
UPDATE "plan" SET "webhook_endpoints" = 20, "webhook_deliveries_per_second" = 25 WHERE "id" = 'pro';
UPDATE "plan" SET "webhook_endpoints" = 100, "webhook_deliveries_per_second" = 100 WHERE "id" = 'scale';
