import type { Random } from '@ledgergraph/chain-generator/random';
import pg from 'pg';
import type { ShapeSubjects } from '../../bench/gateway/shapes.ts';
import type { Urls } from './installation.ts';

export interface Subjects {
  height: number;
  /** Addresses that are paid all the time; `cold` are any. */
  hot: string[];
  cold: string[];
  identities: string[];
  currencies: string[];
}

const HOT = 20;
const SAMPLE = 500;
const HOT_SHARE = 0.5;

export async function readSubjects(urls: Urls): Promise<Subjects> {
  const texts = async (url: string, sql: string): Promise<string[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text);
    } finally {
      await client.end();
    }
  };
  const addresses = `SELECT address AS text FROM address WHERE address LIKE 'R%'`;
  const heights = await texts(urls.blocks, 'SELECT height AS text FROM sync_cursor');
  const hot = await texts(
    urls.addresses,
    `SELECT named.address AS text FROM holder JOIN address named ON named.chain = holder.chain AND named.id = holder.holder_id
      WHERE holder.currency_id = 1 AND named.address LIKE 'R%' ORDER BY holder.balance DESC LIMIT ${HOT}`,
  );
  // A share of all, so that both databases are asked for the same number of each age.
  const cold = await texts(urls.addresses, `${addresses} ORDER BY hashint4(id), id LIMIT ${SAMPLE}`);
  const identities = await texts(
    urls.identities,
    `SELECT identity_address AS text FROM identity ORDER BY hashint4(ordinal) LIMIT ${SAMPLE}`,
  );
  const currencies = await texts(
    urls.currencies,
    `SELECT DISTINCT fully_qualified_name AS text FROM currency_definition ORDER BY 1 LIMIT ${SAMPLE}`,
  );
  return { height: Number(heights[0]), hot, cold, identities, currencies };
}

export function drawSubjects({ height, hot, cold, identities, currencies }: Subjects, random: Random): ShapeSubjects {
  return {
    address: random.pick(random.chance(HOT_SHARE) ? hot : cold),
    identity: random.pick(identities),
    basket: random.pick(currencies),
    block: random.integer(1, height),
    past: random.integer(1, height),
  };
}
