import { geometricMean } from '../measure/quantile.ts';
import { formatTable } from './format-table.ts';
import type { ShapeRatio } from './summarize-gateway.ts';

const HEAD = [
  'query shape',
  'throughput ×',
  'p50 ×',
  'p95 ×',
  'CPU ×',
  'subgraph requests',
  'entities in them',
  'our p50 ms',
  'our CPU ms',
];

/** One Markdown table of all shapes, their mean last; shapes that cannot be compared show the reason. */
export function printGateway(ratios: readonly ShapeRatio[]): string {
  const rows = ratios.map(({ shape, counts: { ours, stock }, fault, figures }) => {
    const asked = [`${ours.requests} : ${stock.requests}`, `${ours.entities} : ${stock.entities}`];
    if (figures === null) return [shape, `broken: ${fault}`, '', '', '', ...asked, '', ''];
    const { throughput, p50, p95, cpu, p50Ms, cpuMsPerRequest } = figures;
    return [shape, ...[throughput, p50, p95, cpu].map(show), ...asked, show(p50Ms), show(cpuMsPerRequest)];
  });
  return formatTable(HEAD, [...rows, meanRow(ratios)]);
}

function meanRow(ratios: readonly ShapeRatio[]): string[] {
  const measured = ratios.flatMap(({ figures }) => (figures === null ? [] : [figures]));
  const mean = (values: readonly (number | null)[]): string => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? '?' : geometricMean(known).toFixed(2);
  };
  return [
    'geometric mean',
    mean(measured.map(({ throughput }) => throughput)),
    mean(measured.map(({ p50 }) => p50)),
    mean(measured.map(({ p95 }) => p95)),
    mean(measured.map(({ cpu }) => cpu)),
  ];
}

function show(value: number | null): string {
  return value === null ? '?' : value.toFixed(2);
}
