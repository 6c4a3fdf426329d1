-- AlterTable
ALTER TABLE "plan" ADD COLUMN     "work_under_way" INTEGER;

-- Numbers of the shipped plans; the free one has the gateway's. A plan of an operator's own has it too.
UPDATE "plan" SET "work_under_way" = 60000 WHERE "id" = 'pro';
UPDATE "plan" SET "work_under_way" = 150000 WHERE "id" = 'scale';
