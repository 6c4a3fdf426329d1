-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "manages_team" BOOLEAN NOT NULL DEFAULT false;
