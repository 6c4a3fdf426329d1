-- AlterTable
ALTER TABLE "currency_state" ADD COLUMN     "preconverted_out" BIGINT,
ADD COLUMN     "primary_out" BIGINT,
ADD COLUMN     "version" INTEGER;
