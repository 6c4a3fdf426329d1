import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { parse } from 'yaml';
import { DASHBOARDS } from './dashboards.ts';
import { metricNames } from './metric-names.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const { groups } = parse(readFileSync(inRepository('deploy/dashboards/alerts.yml'), 'utf8')) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const runbook = readFileSync(inRepository('docs/observability.md'), 'utf8');
const headings = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
  text
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-'),
);

test('the dashboards of the gateway, of indexing and of the processes are there', () => {
  const names = ['ledgergraph-gateway', 'ledgergraph-indexing', 'ledgergraph-runtime'];
  expect(DASHBOARDS.map(({ uid }) => uid)).toEqual(names);
  expect(DASHBOARDS.map(({ name }) => name)).toEqual(names.map((name) => `${name}.json`));
});

test.each(DASHBOARDS)(
  'every query of $uid is PromQL, and every panel has its own place and id',
  ({ panels, graphs }) => {
    const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(panels.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { expr } of graphs.flatMap(({ targets }) => targets)) expect(metricNames(expr).size).toBeGreaterThan(0);
  },
);

test.each(rules)('$alert is PromQL, names the fault, and links to the action', ({ expr, labels, annotations }) => {
  expect(metricNames(expr).size).toBeGreaterThan(0);
  expect(['critical', 'warning', 'info']).toContain(labels.severity);
  expect(annotations.summary.length).toBeGreaterThan(10);
  const [page, heading] = annotations.runbook.split('#');
  expect(page).toBe('docs/observability.md');
  expect(headings).toContain(heading);
});

test('text that is no PromQL is an error', () => {
  expect(() => metricNames('sum by (chain (ledgergraph_ready)')).toThrow(SyntaxError);
  expect([...metricNames('a_total{job="b_total"} / on (c_total) rate(d_total[$__rate_interval])')]).toEqual([
    'a_total',
    'd_total',
  ]);
});
