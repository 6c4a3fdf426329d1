import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { parse } from 'yaml';
import { DASHBOARDS, dashboardFile } from './dashboards.ts';
import { metricNames } from './metric-names.ts';
import { renderDashboard } from './render-dashboard.ts';

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

test.each(DASHBOARDS)('$uid.json is what its description renders to: npm run dashboards', (dashboard) => {
  expect(readFileSync(dashboardFile(dashboard), 'utf8')).toBe(renderDashboard(dashboard));
});

test.each(DASHBOARDS)('every query of $uid is PromQL, and every panel has its place', (dashboard) => {
  const { panels, templating } = JSON.parse(renderDashboard(dashboard));
  expect(templating.list).toEqual([expect.objectContaining({ name: 'datasource', type: 'datasource' })]);
  const places = panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(panels.length);
  for (const { queries } of dashboard.rows.flatMap((row) => row.panels)) {
    for (const query of Object.values(queries)) expect(metricNames(query).size).toBeGreaterThan(0);
  }
});

test.each(rules)('$alert is PromQL, says what is wrong, and leads to what to do', ({ expr, labels, annotations }) => {
  expect(metricNames(expr).size).toBeGreaterThan(0);
  expect(['critical', 'warning', 'info']).toContain(labels.severity);
  expect(annotations.summary.length).toBeGreaterThan(10);
  const [page, heading] = annotations.runbook.split('#');
  expect(page).toBe('docs/observability.md');
  expect(headings).toContain(heading);
});

test('what is no PromQL is noticed', () => {
  expect(() => metricNames('sum by (chain (ledgergraph_ready)')).toThrow(SyntaxError);
  expect([...metricNames('a_total{job="b_total"} / on (c_total) rate(d_total[$__rate_interval])')]).toEqual([
    'a_total',
    'd_total',
  ]);
});
