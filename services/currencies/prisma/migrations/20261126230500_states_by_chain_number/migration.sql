-- The chain as its number in the rows that a chain has one of for each block, and columns in an order without padding. The version before
-- cannot read them.

-- CreateTable
CREATE TABLE "numbered_state" (
    "initial_supply" BIGINT NOT NULL,
    "emitted" BIGINT NOT NULL,
    "supply" BIGINT NOT NULL,
    "fees" BIGINT,
    "conversion_fees" BIGINT,
    "ordinal" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "vout" INTEGER NOT NULL,
    "flags" INTEGER NOT NULL,
    "last_notarization" INTEGER,
    "chain" SMALLINT NOT NULL,
    "currency_id" TEXT NOT NULL,
    "txid" TEXT,
    "source" TEXT NOT NULL,
    "launch_state" TEXT NOT NULL,
    "reserves" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "numbered_supply" (
    "supply" BIGINT NOT NULL,
    "height" INTEGER NOT NULL,
    "chain" SMALLINT NOT NULL
);

-- A row whose chain had no number would violate NOT NULL.
INSERT INTO "numbered_state" ("initial_supply", "emitted", "supply", "fees", "conversion_fees", "ordinal", "height", "tx_index", "vout", "flags", "last_notarization", "chain", "currency_id", "txid", "source", "launch_state", "reserves")
SELECT "initial_supply", "emitted", "supply", "fees", "conversion_fees", "ordinal", "height", "tx_index", "vout", "flags", "last_notarization", "chain"."id", "currency_id", "txid", "source", "launch_state", "reserves"
  FROM "currency_state" LEFT JOIN "chain" USING ("chain_id")
 ORDER BY "chain"."id", "height", "tx_index", "vout";

INSERT INTO "numbered_supply" ("supply", "height", "chain")
SELECT "supply", "height", "chain"."id" FROM "native_supply" LEFT JOIN "chain" USING ("chain_id") ORDER BY "chain"."id", "height";

DROP TABLE "currency_state";
DROP TABLE "native_supply";
ALTER TABLE "numbered_state" RENAME TO "currency_state";
ALTER TABLE "numbered_supply" RENAME TO "native_supply";

ALTER TABLE "currency_state" ADD CONSTRAINT "currency_state_pkey" PRIMARY KEY ("chain", "currency_id", "ordinal");
CREATE INDEX "currency_state_chain_currency_id_height_ordinal_idx" ON "currency_state"("chain", "currency_id", "height", "ordinal");
CREATE INDEX "currency_state_chain_height_tx_index_vout_idx" ON "currency_state"("chain", "height", "tx_index", "vout");
ALTER TABLE "native_supply" ADD CONSTRAINT "native_supply_pkey" PRIMARY KEY ("chain", "height");
ANALYZE "currency_state";
ANALYZE "native_supply";
