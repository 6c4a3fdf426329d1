-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "allowed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[];
