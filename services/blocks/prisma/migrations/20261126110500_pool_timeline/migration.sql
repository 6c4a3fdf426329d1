-- AlterTable
ALTER TABLE "pool" ADD COLUMN     "timeline" TEXT;
