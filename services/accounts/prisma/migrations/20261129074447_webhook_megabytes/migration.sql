-- AlterTable
ALTER TABLE "plan" ADD COLUMN     "webhook_megabytes_per_endpoint" INTEGER;

-- The shipped plans.
UPDATE "plan" SET "webhook_megabytes_per_endpoint" = 64 WHERE "id" = 'free';
UPDATE "plan" SET "webhook_megabytes_per_endpoint" = 128 WHERE "id" = 'pro';
UPDATE "plan" SET "webhook_megabytes_per_endpoint" = 256 WHERE "id" = 'scale';
