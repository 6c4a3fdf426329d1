import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { DASHBOARDS } from '@ledgergraph/tools/dashboards/dashboards';
import { PrometheusServer } from './prometheus-server.ts';

/** Without it these tests count as skipped. */
const PROGRAMS = process.env.TEST_PROMETHEUS;
const describeWherePrometheusIs = PROGRAMS === undefined ? describe.skip : describe;
/** A node is asked for its bytes. */
const TXID = 'b9cfa3fc51cb60b5d906b9ec6ff2755425230e7ff7b69ca1a887a248069dcb29';
/** The shared stack has no failures, reorganisations, or plans with a limit. */
const MAY_BE_EMPTY = [
  'Failed fetches by code',
  'Failed questions to nodes',
  'Failed steps',
  'Final blocks replaced',
  'Stuck for',
  'Reorganisations in an hour',
  'Depth of reorganisations, mean',
  'Questions for units',
];

describeWherePrometheusIs('a real Prometheus, with the jobs and rules that are shipped', () => {
  let prometheus: PrometheusServer;

  beforeAll(async () => {
    const stack = await sharedStack();
    const ports = JSON.parse(await readFile(join(stack.address.dataDir, 'ports.json'), 'utf8'));
    prometheus = await PrometheusServer.start(
      PROGRAMS ?? '',
      (name) => ports[`${name}-metrics`] ?? ports['services-metrics'],
    );
    const ask = () =>
      stack.query(
        'test',
        `{ block(height: 1) { hash } identities(limit: 1) { hasMore } currencies { hasMore } transaction(txid: "${TXID}") { hex } }`,
      );
    await ask();
    await waitFor(async () => (await prometheus.query('min(count_over_time(up[5m])) >= 2')).length > 0, {
      what: 'two scrapes of every process',
    });
    await ask();
    await waitFor(async () => (await prometheus.query('min(count_over_time(up[5m])) >= 4')).length > 0, {
      what: 'two more',
    });
  });
  afterAll(() => prometheus?.stop());

  test('it reaches every process', async () => {
    const { activeTargets } = await prometheus.read<{ activeTargets: { health: string }[] }>('targets?state=active');
    expect(activeTargets.length).toBeGreaterThan(0);
    expect(activeTargets.filter(({ health }) => health !== 'up')).toEqual([]);
    const roles = await prometheus.query('count by (role) (ledgergraph_ready)');
    expect(roles.length).toBeGreaterThanOrEqual(10);
  });

  test('it evaluates every alert', async () => {
    type Group = { rules: { name: string; health: string; lastError?: string }[] };
    const rules = await waitFor(
      async () => {
        const { groups } = await prometheus.read<{ groups: Group[] }>('rules');
        const all = groups.flatMap((group) => group.rules);
        return all.every(({ health }) => health !== 'unknown') && all;
      },
      { what: 'every rule to be evaluated' },
    );
    expect(rules.length).toBeGreaterThan(20);
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
  });

  test.each(DASHBOARDS)('every panel of $uid has a line', async ({ graphs }) => {
    const empty: string[] = [];
    for (const { title, targets } of graphs) {
      const answers = targets.map(({ expr }) => prometheus.query(expr.replaceAll('$__rate_interval', '5m')));
      if ((await Promise.all(answers)).flat().length === 0) empty.push(title);
    }
    expect(empty.filter((title) => !MAY_BE_EMPTY.includes(title))).toEqual([]);
  });
});
