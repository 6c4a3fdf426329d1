-- AlterTable
ALTER TABLE "pool" ADD COLUMN     "begins_at" BIGINT NOT NULL DEFAULT 0;
