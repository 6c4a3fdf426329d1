-- AlterTable
ALTER TABLE "team" ADD COLUMN     "tests_now" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "tests_sent" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "tests_until" TIMESTAMPTZ;

-- CreateTable
CREATE TABLE "change" (
    "id" UUID NOT NULL,
    "is_made" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "change_created_at_idx" ON "change"("created_at");
