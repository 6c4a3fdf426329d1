-- Intervals of time as ranges of heights, and how many addresses are active in each. The rows of blocks that are applied already follow
-- from what is stored: this reads all changes of balances once.

-- CreateTable
CREATE TABLE "hour_start" (
    "chain" SMALLINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "hour_start_pkey" PRIMARY KEY ("chain","hour")
);

-- CreateTable
CREATE TABLE "active_count" (
    "chain" SMALLINT NOT NULL,
    "height" INTEGER NOT NULL,
    "ever" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "week" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,

    CONSTRAINT "active_count_pkey" PRIMARY KEY ("chain","height")
);

-- CreateIndex
CREATE INDEX "hour_start_chain_height_idx" ON "hour_start"("chain", "height");

-- A block belongs to the hour of the latest time up to it. Day 0 of Unix time is a Thursday, and a week begins on Monday.
CREATE TEMPORARY TABLE "timed_block" ON COMMIT DROP AS
SELECT "chain", "height", "hour", "hour" / 24 AS "day", ("hour" / 24 + 3) / 7 AS "week",
       date_trunc('month', to_timestamp("hour" * 3600::bigint) AT TIME ZONE 'UTC') AS "month"
  FROM (SELECT "chain", "height", ((max("time"::bigint) OVER (PARTITION BY "chain" ORDER BY "height")) / 3600)::integer AS "hour"
          FROM "applied_block") "latest";

INSERT INTO "hour_start" ("chain", "hour", "height") SELECT "chain", "hour", min("height") FROM "timed_block" GROUP BY "chain", "hour";

-- Each address of a block, with the block before that moved a currency of it.
INSERT INTO "active_count" ("chain", "height", "ever", "hour", "day", "week", "month")
WITH "first" AS (
  SELECT "chain", "height", "hour", "day", "week", "month",
         min("height") OVER (PARTITION BY "chain", "hour") AS "of_hour", min("height") OVER (PARTITION BY "chain", "day") AS "of_day",
         min("height") OVER (PARTITION BY "chain", "week") AS "of_week", min("height") OVER (PARTITION BY "chain", "month") AS "of_month"
    FROM "timed_block"
),
"moved" AS (
  SELECT "chain", "height", coalesce(lag("height") OVER (PARTITION BY "chain", "address_id" ORDER BY "height"), -1) AS "before"
    FROM (SELECT DISTINCT "chain", "address_id", "height" FROM "balance_change") "change"
),
"added" AS (
  SELECT "chain", "height", "hour", "day", "week", "month",
         count(*) FILTER (WHERE "before" = -1) AS "ever", count(*) FILTER (WHERE "before" < "of_hour") AS "in_hour",
         count(*) FILTER (WHERE "before" < "of_day") AS "in_day", count(*) FILTER (WHERE "before" < "of_week") AS "in_week",
         count(*) FILTER (WHERE "before" < "of_month") AS "in_month"
    FROM "first" LEFT JOIN "moved" USING ("chain", "height")
   GROUP BY "chain", "height", "hour", "day", "week", "month"
)
SELECT "chain", "height", sum("ever") OVER (PARTITION BY "chain" ORDER BY "height"),
       sum("in_hour") OVER (PARTITION BY "chain", "hour" ORDER BY "height"), sum("in_day") OVER (PARTITION BY "chain", "day" ORDER BY "height"),
       sum("in_week") OVER (PARTITION BY "chain", "week" ORDER BY "height"), sum("in_month") OVER (PARTITION BY "chain", "month" ORDER BY "height")
  FROM "added";
