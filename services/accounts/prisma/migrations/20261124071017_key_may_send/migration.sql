-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "may_send" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "plan" ADD COLUMN     "sends_per_minute" INTEGER;

-- Numbers of the shipped plans. A plan of an operator's own stays without a limit.
UPDATE "plan" SET "sends_per_minute" = 10 WHERE "id" = 'free';
UPDATE "plan" SET "sends_per_minute" = 60 WHERE "id" = 'pro';
UPDATE "plan" SET "sends_per_minute" = 600 WHERE "id" = 'scale';
