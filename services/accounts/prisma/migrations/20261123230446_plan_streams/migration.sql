-- AlterTable
ALTER TABLE "plan" ADD COLUMN     "streams_per_key" INTEGER;

-- What the shipped plans allow. A plan of an operator's own stays without a limit.
UPDATE "plan" SET "streams_per_key" = 5 WHERE "id" = 'free';
UPDATE "plan" SET "streams_per_key" = 50 WHERE "id" = 'pro';
UPDATE "plan" SET "streams_per_key" = 500 WHERE "id" = 'scale';
