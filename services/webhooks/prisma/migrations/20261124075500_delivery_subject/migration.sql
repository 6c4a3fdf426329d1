-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "subject" TEXT;

-- CreateIndex
CREATE INDEX "delivery_endpoint_id_subject_idx" ON "delivery"("endpoint_id", "subject");
