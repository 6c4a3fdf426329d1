import { Histogram, Registry } from 'prom-client';
import { CountedHistogram } from './counted-histogram.ts';

const SHAPE = {
  name: 'wait_seconds',
  help: 'How long',
  labelNames: ['route', 'status'],
  buckets: [0.1, 0.5, 2],
} as const;

test('it gives the same output as prom-client’s own histogram for the same values', async () => {
  const [counted, stock] = [new Registry(), new Registry()];
  for (const registry of [counted, stock]) registry.setDefaultLabels({ process: 'x' });
  const ours = new CountedHistogram({ ...SHAPE, registry: counted });
  const theirs = new Histogram({ ...SHAPE, buckets: [...SHAPE.buckets], registers: [stock] });
  const series = [
    { route: '/a', status: '200' },
    { route: '/a', status: '304' },
    { route: '/"quoted"\\', status: '200' },
  ];
  for (const [index, value] of [0.05, 0.1, 0.3, 0.5, 1, 2, 7, 0].entries()) {
    const labels = series[index % series.length] ?? { route: '', status: '' };
    ours.of(labels).observe(value);
    theirs.observe(labels, value);
  }
  expect(inOrder(await counted.metrics())).toBe(inOrder(await stock.metrics()));
});

test('equal labels are one series', () => {
  const histogram = new CountedHistogram({ ...SHAPE, registry: new Registry() });
  expect(histogram.of({ route: '/a', status: '1' })).toBe(histogram.of({ status: '1', route: '/a' }));
});

function inOrder(text: string): string {
  return text.replace(/(?<=\{).*(?=\})/g, (labels) => labels.split(',').sort().join(','));
}
