import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { DASHBOARDS } from '@ledgergraph/tools/dashboards/dashboards';
import { metricNames } from '@ledgergraph/tools/dashboards/metric-names';
import { parse } from 'yaml';
import { type Family, readExposition } from './read-exposition.ts';

const PROCESSES = [
  ...['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'].flatMap((name) => [
    `${name}-api`,
    `${name}-indexer`,
  ]),
  'accounts-api',
  'webhooks-api',
  'portal-api',
  'gateway',
];

let stack: TestStack;
let ports: Record<string, number>;
const measured = new Map<string, Family[]>();

beforeAll(async () => {
  // A metric without samples belongs to the process that describes it.
  stack = await startTestStack({ from: 'end', processes: 'one-per-role' });
  ports = JSON.parse(await readFile(join(stack.address.dataDir, 'ports.json'), 'utf8'));
  for (const name of PROCESSES) measured.set(name, await scrape(name));
});
afterAll(() => stack?.stop());

async function scrape(name: string): Promise<Family[]> {
  const response = await fetch(`http://127.0.0.1:${ports[`${name}-metrics`]}/metrics`);
  expect([name, response.status, response.headers.get('content-type')]).toEqual([
    name,
    200,
    expect.stringContaining('text/plain'),
  ]);
  return readExposition(await response.text());
}

/** A histogram is three series. */
function seriesOf({ name, type }: Family): string[] {
  return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name];
}

const families = (): Family[] => [...measured.values()].flat();

test('every process serves its metrics on a port of their own, well formed and under its name', () => {
  for (const [process, families] of measured) {
    for (const { name, type, help, samples } of families) {
      expect([name, help === '', type]).toEqual([name, false, expect.stringMatching(/^(counter|gauge|histogram)$/)]);
      if (name.startsWith('ledgergraph_')) expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|millis|milliseconds|kb|mb|percent)(_|$)/);
      for (const { labels } of samples) expect([name, labels.role]).toEqual([name, process]);
    }
    expect(families.find(({ name }) => name === 'ledgergraph_ready')?.samples).toMatchObject([{ value: 1 }]);
  }
});

test('every metric is on a dashboard, and every one on a dashboard or in an alert exists', async () => {
  const shown = new Set(
    DASHBOARDS.flatMap(({ graphs }) => graphs)
      .flatMap(({ targets }) => targets)
      .flatMap(({ expr }) => [...metricNames(expr)]),
  );
  const { groups } = parse(await readFile(inRepository('deploy/dashboards/alerts.yml'), 'utf8')) as {
    groups: { rules: { expr: string }[] }[];
  };
  const alerted = groups.flatMap(({ rules }) => rules).flatMap(({ expr }) => [...metricNames(expr)]);
  const missing = families().filter((family) => !seriesOf(family).some((name) => shown.has(name)));
  expect([...new Set(missing.map(({ name }) => name))]).toEqual([]);
  const existing = new Set(families().flatMap(seriesOf));
  expect([...shown, ...alerted].filter((name) => !existing.has(name))).toEqual([]);
});

test('deploy/dashboards/metrics.md lists every metric of ours, who has it, and its meaning', async () => {
  const page = await readFile(inRepository('deploy/dashboards/metrics.md'), 'utf8');
  const listed = page
    .replaceAll(/\n {2,}/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('- `ledgergraph_'));
  const ours = families().filter(({ name }) => name.startsWith('ledgergraph_'));
  const names = [...new Set(ours.map(({ name }) => name))].sort();
  const entries = names.map((name) => {
    const { type, help } = ours.find((family) => family.name === name) as Family;
    const having = PROCESSES.filter((process) => measured.get(process)?.some((family) => family.name === name));
    return `- \`${name}\` (${type}, ${describeProcesses(having)}): ${help}`;
  });
  expect(listed).toEqual(entries);
});

test('the metrics count the events: blocks, heights, calls and fetches', async () => {
  const { data, chains } = await stack.query('test', '{ blocks(limit: 1) { blocks { height } } }');
  const height = chains[0]?.height;
  expect(data.blocks.blocks[0].height).toBe(height);
  for (const name of ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics']) {
    const scraped = measured.get(`${name}-indexer`) ?? [];
    const chain = { chain: 'VRSCTEST' };
    expect([name, sampleOf(scraped, 'ledgergraph_indexer_height', chain)]).toEqual([name, height]);
    expect([name, sampleOf(scraped, 'ledgergraph_indexer_blocks_applied_total', chain)]).toEqual([
      name,
      Number(height) + 1,
    ]);
    expect([name, sampleOf(scraped, 'ledgergraph_indexer_failing_seconds', chain)]).toEqual([name, 0]);
    expect([name, sampleOf(scraped, 'ledgergraph_nats_connected', {})]).toEqual([name, 1]);
    const chains = measured.get('blocks-api') ?? [];
    expect(sampleOf(chains, 'ledgergraph_subgraph_height', { ...chain, subgraph: name })).toBe(height);
    expect(sampleOf(chains, 'ledgergraph_subgraph_lag_blocks', { ...chain, subgraph: name })).toBe(0);
    expect(sampleOf(chains, 'ledgergraph_subgraph_lag_seconds', { ...chain, subgraph: name })).toBe(0);
  }
  const node = (measured.get('blocks-indexer') ?? []).find(({ name }) => name === 'ledgergraph_node_height');
  expect(node?.samples).toContainEqual({
    name: 'ledgergraph_node_height',
    labels: expect.objectContaining({ chain: 'VRSCTEST' }),
    value: height,
  });

  const read = async () => {
    const scraped = await scrape('gateway');
    const answered = { outcome: 'answered' };
    return {
      calls: sampleOf(scraped, 'ledgergraph_call_duration_seconds', answered, '_count') ?? 0,
      fetches: sampleOf(scraped, 'ledgergraph_subgraph_fetch_duration_seconds', { subgraph: 'blocks' }, '_count') ?? 0,
      operations: sampleOf(scraped, 'ledgergraph_operations_total', {}) ?? 0,
      kept: sampleOf(scraped, 'ledgergraph_response_cache_lookups_total', { result: 'miss' }) ?? 0,
      plans: sampleOf(scraped, 'ledgergraph_plan_cache_lookups_total', { result: 'hit' }) ?? 0,
    };
  };
  // Each needs a new limit, since a kept answer is no fetch. One before makes the plan.
  const ask = (limit: number) =>
    stack.query('test', 'query Counted($limit: Int) { blocks(limit: $limit) { blocks { height } } }', { limit });
  await ask(1);
  const before = await read();
  for (const limit of [2, 3, 4]) await ask(limit);
  await waitFor(
    async () => {
      const after = await read();
      return Object.entries(after).every(([name, value]) => value >= before[name as keyof typeof before] + 3);
    },
    { what: 'three calls, fetches, operations and plans to be counted' },
  );
});

function sampleOf(
  scraped: readonly Family[],
  name: string,
  labels: Record<string, string>,
  suffix = '',
): number | undefined {
  const family = scraped.find((each) => each.name === name);
  return family?.samples.find(
    (sample) =>
      sample.name === name + suffix && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;
}

function describeProcesses(names: readonly string[]): string {
  if (names.length === PROCESSES.length) return 'all';
  const kinds = ['api', 'indexer'].filter((kind) => {
    const ofKind = PROCESSES.filter((name) => name.endsWith(`-${kind}`));
    return ofKind.every((name) => names.includes(name));
  });
  const rest = names.filter((name) => !kinds.some((kind) => name.endsWith(`-${kind}`)));
  return [...kinds.map((kind) => `every ${kind}`), ...rest].join(', ');
}
