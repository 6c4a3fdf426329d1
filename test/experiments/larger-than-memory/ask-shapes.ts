import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { Random } from '@ledgergraph/chain-generator/random';
import { type OpenGraph, openGraph, pinAt } from '@ledgergraph/test-kit/roles/open-graph';
import pg from 'pg';
import { shapesOf } from '../../bench/gateway/shapes.ts';
import { quantile } from '../../bench/measure/quantile.ts';
import type { Urls } from './installation.ts';
import { drawSubjects, readSubjects } from './subjects.ts';

/** By shape; deep pages are `<name>, deep`. */
export type Latencies = ReadonlyMap<string, number[]>;

export interface AskOptions {
  urls: Urls;
  network: NetworkSettings;
  asks: number;
  seed: number;
}

type Ask = (document: string) => Promise<{ ms: number; data: unknown }>;

const LISTS = ['blocks', 'identities', 'utxos', 'rich-list', 'address-history', 'currency-history'];
const PAGES_WALKED = 15;

/** Each time for other parts of the chain, through the gateway's graph in this process. */
export async function askShapes({ urls, network, asks, seed }: AskOptions): Promise<Latencies> {
  await using cleanup = new AsyncDisposableStack();
  const graph = await openGraph((service) => urls[service as keyof Urls], cleanup);
  const ask = asker(graph, pinAt(network, await readTip(urls.blocks)));
  const subjects = await readSubjects(urls);
  const random = new Random(seed).branch('asks');
  const latencies = new Map<string, number[]>();
  for (let round = 0; round < asks; round += 1) {
    for (const { name, query } of shapesOf(drawSubjects(subjects, random))) {
      add(latencies, name, (await ask(query)).ms);
      const deep = LISTS.includes(name) ? await walk(query, ask) : undefined;
      if (deep !== undefined) add(latencies, `${name}, deep`, (await ask(deep)).ms);
    }
  }
  return latencies;
}

export function compare(large: Latencies, small: Latencies): string[] {
  return Array.from(large, ([name, samples]) => {
    const others = small.get(name);
    const text = (of: readonly number[]): string =>
      `${quantile(of, 0.5).toFixed(1)} and ${quantile(of, 0.99).toFixed(1)}`;
    if (others === undefined)
      return `${name}: ms at p50 and p99: large ${text(samples)}; no such page of the small one`;
    const ratio = quantile(samples, 0.5) / quantile(others, 0.5);
    return `${name}: ms at p50 and p99: large ${text(samples)}; small ${text(others)}; median × ${ratio.toFixed(2)}`;
  });
}

function asker(graph: OpenGraph, pin: Parameters<OpenGraph['ask']>[0][number]): Ask {
  return async (document) => {
    const startedAt = performance.now();
    const { data, errors } = await graph.ask([pin], document);
    const ms = performance.now() - startedAt;
    // An identity may be younger than the block, and the generated node does not know its state.
    const faults = (errors ?? []).filter(
      ({ extensions }) => !['NOT_FOUND', 'NODE_UNAVAILABLE'].includes(extensions.code),
    );
    if (faults.length > 0) throw new Error(`${document}: ${JSON.stringify(faults.slice(0, 2))}`);
    return { ms, data };
  };
}

/** Returns the query of the next page; undefined where the list is shorter. */
async function walk(query: string, ask: Ask): Promise<string | undefined> {
  const listed = query.replace(/limit: \d+\) \{/, (found) => `${found} nextCursor `);
  let page = listed;
  for (let walked = 0; walked < PAGES_WALKED; walked += 1) {
    const [list] = Object.values((await ask(page)).data as Record<string, { nextCursor: string | null } | null>);
    if (list?.nextCursor == null) return undefined;
    page = listed.replace(/limit: \d+/, (found) => `${found}, cursor: "${list.nextCursor}"`);
  }
  return page;
}

async function readTip(blocksUrl: string): Promise<{ height: number; hash: string }> {
  const client = new pg.Client({ connectionString: blocksUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ height: number; hash: string }>('SELECT height, hash FROM sync_cursor');
    const [tip] = rows;
    if (tip === undefined) throw new Error('the database has no block');
    return tip;
  } finally {
    await client.end();
  }
}

function add(latencies: Map<string, number[]>, name: string, ms: number): void {
  const samples = latencies.get(name) ?? [];
  samples.push(ms);
  latencies.set(name, samples);
}
