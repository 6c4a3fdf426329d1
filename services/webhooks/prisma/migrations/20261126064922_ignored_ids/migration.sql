-- AlterTable
ALTER TABLE "endpoint" ADD COLUMN     "ignored" TEXT NOT NULL DEFAULT '';
