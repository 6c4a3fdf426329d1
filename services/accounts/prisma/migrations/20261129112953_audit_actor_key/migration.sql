-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "actor_key" TEXT,
ADD COLUMN     "actor_key_id" TEXT;
