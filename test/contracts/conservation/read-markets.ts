import { type Amount, Levels } from './levels.ts';
import type { ImportPlace } from './read-addresses.ts';
import type { ChainFacts } from './read-chain.ts';
import type { ThreeSubgraphs } from './three-subgraphs.ts';

interface Leg {
  key: string;
  currencyId: string;
  height: number;
  exportHeight: number | null;
  fee: bigint;
  isOnward: boolean;
}

export async function readMarkets(subgraphs: ThreeSubgraphs, chainId: string, facts: ChainFacts) {
  const rows = (sql: string) => subgraphs.read<Amount>('markets', sql, chainId);
  const legs = await subgraphs.read<Leg>('markets', LEGS, chainId);
  const imported = await subgraphs.read<{ key: string; height: number }>('markets', IMPORTED, chainId);
  return {
    pending: Levels.ofChanges([...(await rows(PENDING)), ...waitingLegFees(legs, facts)]),
    /** An import of this chain will take them, or they are locked for another system. */
    underWay: Levels.ofChanges([...(await rows(UNDER_WAY)), ...launchPrices(facts, chainId, imported)]),
    locked: Levels.ofChanges([...(await rows(LEFT)), ...(await rows(CAME_BACK))]),
    reserves: Levels.ofAmounts(await rows(RESERVES)),
    payouts: Levels.ofChanges([...(await rows(PAYOUTS)), ...paidLegFees(legs, facts)]),
    /** After the changes; and the changes with contributors' payments in place of a launch's promise. */
    supplies: Levels.ofAmounts(await rows(SUPPLIES)),
    issued: Levels.ofChanges(await rows(ISSUED)),
    imports: await subgraphs.read<ImportPlace>('markets', IMPORTS, chainId),
  };
}

function waitingLegFees(legs: readonly Leg[], { legFees }: ChainFacts): Amount[] {
  return legs.flatMap(({ key, currencyId, height, exportHeight }) => {
    const fee = legFees.get(key) ?? 0n;
    const begins = { currencyId, height, amount: String(fee) };
    return exportHeight === null ? [begins] : [begins, { currencyId, height: exportHeight, amount: String(-fee) }];
  });
}

/** The output holds the fees beside what the leg moves. */
function paidLegFees(legs: readonly Leg[], { legFees }: ChainFacts): Amount[] {
  return legs
    .filter(({ isOnward }) => isOnward)
    .map(({ key, currencyId, height, fee }) => {
      return { currencyId, height, amount: String(fee + (legFees.get(key) ?? 0n)) };
    });
}

/** It waits for the import that begins the currency. */
function launchPrices(
  facts: ChainFacts,
  chainId: string,
  imported: readonly { key: string; height: number }[],
): Amount[] {
  return facts.launchPrices.flatMap(({ key, height, amounts, destinationSystemId }) => {
    const taken = destinationSystemId === chainId ? imported.find((one) => one.key === key) : undefined;
    return Array.from(amounts).flatMap(([currencyId, amount]) => [
      { currencyId, height, amount: String(amount) },
      ...(taken === undefined ? [] : [{ currencyId, height: taken.height, amount: String(-amount) }]),
    ]);
  });
}

const MINE = 'JOIN chain ON chain.id = own.chain AND chain.chain_id = $1';
/** A mint gives nothing but its fee. */
const GIVEN = `
  SELECT own.*, part.id AS given_id, part.amount AS given
    FROM transfer AS own ${MINE}
    CROSS JOIN LATERAL (VALUES (own.from_id, CASE WHEN own.kind = 'MINT' THEN 0 ELSE own.amount END),
                               (own.fee_currency_id, own.fee)) AS part (id, amount)`;
const PENDING = `
  SELECT given_id AS "currencyId", height, given::text AS amount FROM (${GIVEN}) AS sent WHERE vout >= 0
   UNION ALL
  SELECT given_id, export_height, (-given)::text FROM (${GIVEN}) AS sent WHERE vout >= 0 AND export_height IS NOT NULL`;
const LEGS = `
  SELECT encode(txid, 'hex') || ':' || vout AS key, fee_currency_id AS "currencyId", height, export_height AS "exportHeight", fee,
         parent_txid IS NOT NULL AS "isOnward"
    FROM transfer AS own ${MINE} WHERE vout >= 0`;
const IMPORTED = `
  SELECT encode(export_txid, 'hex') || ':' || export_vout AS key, height
    FROM import AS own ${MINE} WHERE source_system_id = $1 AND export_txid IS NOT NULL`;
const GATHERED = `
  SELECT own.*, total.key AS given_id, total.value::numeric AS given
    FROM export AS own ${MINE}, jsonb_each_text(own.total_amounts::jsonb) AS total`;
const UNDER_WAY = `
  SELECT given_id AS "currencyId", height, given::text AS amount FROM (${GATHERED}) AS gathered WHERE destination_system_id = $1
   UNION ALL
  SELECT gathered.given_id, taken.height, (-given)::text
    FROM (${GATHERED}) AS gathered
    JOIN import AS taken ON taken.chain = gathered.chain AND taken.source_system_id = $1
                        AND taken.export_txid = gathered.txid AND taken.export_vout = gathered.vout
   WHERE destination_system_id = $1`;
const LEFT = `
  SELECT given_id AS "currencyId", height, given::text AS amount FROM (${GATHERED}) AS gathered WHERE destination_system_id <> $1
   UNION ALL
  SELECT burned.key, own.height, (-burned.value::numeric)::text
    FROM export AS own ${MINE}, jsonb_each_text(own.total_burned::jsonb) AS burned
   WHERE destination_system_id <> $1`;
const CAME_BACK = `
  SELECT given_id AS "currencyId", import_height AS height, (-given)::text AS amount
    FROM (${GIVEN}) AS sent
   WHERE vout < 0 AND (given_id = $1 OR EXISTS (
     SELECT FROM currency_system AS known
      WHERE known.chain = sent.chain AND known.currency_id = sent.given_id AND known.system_id = $1))`;
const RESERVES = `
  SELECT basket_id AS owner, reserve ->> 0 AS "currencyId", height, reserve ->> 2 AS amount
    FROM running_basket AS own ${MINE}, jsonb_array_elements(own.reserves::jsonb) AS reserve
   ORDER BY height`;
/** Without those of definitions and of a chain's first block. */
const IMPORTS = `
  SELECT DISTINCT height, tx_index AS "txIndex" FROM import AS own ${MINE} WHERE tx_index > 0 AND export_txid IS NOT NULL`;
const PAYOUTS = `
  SELECT currency_id AS "currencyId", height, sum(amount)::text AS amount
    FROM payout AS own ${MINE} WHERE tx_index > 0 GROUP BY 1, 2`;
const SUPPLIES = `
  SELECT currency_id AS "currencyId", height, supply::text AS amount
    FROM supply_event AS own ${MINE} ORDER BY height, tx_index, vout, ordinal`;
/** A launch promises a basket's initial supply, and pays each contributor a part that is rounded down. */
const ISSUED = `
  SELECT currency_id AS "currencyId", height, amount::text FROM supply_event AS own ${MINE} WHERE kind <> 'LAUNCH'
   UNION ALL
  SELECT paid.currency_id, paid.height, paid.amount::text
    FROM transfer AS own ${MINE}
    JOIN payout AS paid ON (paid.chain, paid.height, paid.tx_index, paid.import_vout, paid.ordinal)
                         = (own.chain, import_height, import_tx_index, own.import_vout, import_ordinal)
   WHERE kind = 'CONTRIBUTION' AND paid.currency_id = to_id`;
