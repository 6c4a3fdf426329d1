-- A holder's identities are listed in the order of the identities, so the rows carry its number.
ALTER TABLE "identity_holder" ADD COLUMN "ordinal" INTEGER;

-- An indexer of the version before writes rows without the number: the database adds it. That indexer inserts identities before their holders.
CREATE FUNCTION "identity_holder_ordinal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT "ordinal" INTO NEW."ordinal" FROM "identity" WHERE "chain_id" = NEW."chain_id" AND "identity_address" = NEW."identity_address";
  RETURN NEW;
END $$;
CREATE TRIGGER "identity_holder_ordinal" BEFORE INSERT ON "identity_holder"
  FOR EACH ROW WHEN (NEW."ordinal" IS NULL) EXECUTE FUNCTION "identity_holder_ordinal"();

UPDATE "identity_holder" AS held SET "ordinal" = "identity"."ordinal"
  FROM "identity" WHERE "identity"."chain_id" = held."chain_id" AND "identity"."identity_address" = held."identity_address";

-- AlterTable
ALTER TABLE "identity_holder" ALTER COLUMN "ordinal" SET NOT NULL;

-- DropIndex
DROP INDEX "identity_holder_chain_id_role_holder_from_height_idx";

-- CreateIndex
CREATE INDEX "identity_holder_chain_id_role_holder_to_height_ordinal_idx" ON "identity_holder"("chain_id", "role", "holder", "to_height", "ordinal");
