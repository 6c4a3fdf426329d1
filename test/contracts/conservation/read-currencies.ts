import { type Amount, Levels } from './levels.ts';
import type { ThreeSubgraphs } from './three-subgraphs.ts';

export async function readCurrencies(subgraphs: ThreeSubgraphs, chainId: string) {
  const rows = (sql: string) => subgraphs.read<Amount>('currencies', sql, chainId);
  return {
    supplies: Levels.ofAmounts(await rows(SUPPLIES)),
    reserves: Levels.ofAmounts(await rows(reservesSql(LAUNCHED))),
    running: Levels.ofAmounts(await rows(reservesSql(RUNNING))),
    native: Levels.ofAmounts(await rows(NATIVE)),
    own: (await rows(OWN)).map(({ currencyId }) => currencyId),
  };
}

const OWN = `
  SELECT DISTINCT currency_id AS "currencyId" FROM currency_definition
   WHERE chain = (SELECT id FROM chain WHERE chain_id = $1) AND currency_id <> $1 AND system_id = $1`;
/** Before a launch, and of one that failed, a state prints what it would give. */
const STATES = `
  SELECT own.*, CASE WHEN flags & 6 = 0 THEN supply ELSE 0 END AS launched
    FROM currency_state AS own JOIN chain ON chain.id = own.chain AND chain.chain_id = $1
   WHERE currency_id IN (SELECT "currencyId" FROM (${OWN}) AS own)`;
const SUPPLIES = `
  SELECT currency_id AS "currencyId", height, launched::text AS amount FROM (${STATES}) AS state ORDER BY ordinal`;
const LAUNCHED = 'flags & 7 = 1';
const RUNNING = 'flags & 33 = 33';
const reservesSql = (condition: string) => `
  SELECT currency_id AS owner, reserve ->> 0 AS "currencyId", height,
         CASE WHEN ${condition} THEN reserve ->> 1 ELSE '0' END AS amount
    FROM (${STATES}) AS state, jsonb_array_elements(reserves::jsonb) AS reserve ORDER BY ordinal`;
const NATIVE = `
  SELECT $1 AS "currencyId", height, supply::text AS amount
    FROM native_supply AS own JOIN chain ON chain.id = own.chain AND chain.chain_id = $1 ORDER BY height`;
