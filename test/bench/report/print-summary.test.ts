import { hasFault, printSummary } from './print-summary.ts';

const shapes = [
  { shape: 'block', fault: null, figures: { throughput: 2.004, cpu: null } },
  { shape: 'search', fault: 'the two gateways answer differently', figures: null },
];

test('a list is a table with a column for each figure, and a row without one is empty there', () => {
  expect(printSummary(shapes)).toBe(
    [
      '| shape  |                               fault | figures throughput | figures cpu | figures |',
      '| ------ | ----------------------------------: | -----------------: | ----------: | ------: |',
      '| block  |                                     |               2.00 |             |         |',
      '| search | the two gateways answer differently |                    |             |         |',
    ].join('\n'),
  );
});

test('what is no list is a line, with the names that lead to it', () => {
  expect(printSummary({ flood: { rates: [0.9, 12_345.6] }, blocks: 7, parts: [{ name: 'fetch' }] })).toBe(
    'flood rates: 0.900 12346\n\nblocks: 7\n\nparts:\n\n| name  |\n| ----- |\n| fetch |',
  );
});

test.each([
  [shapes, true],
  [{ wrong: 1 }, true],
  [{ isRight: false }, true],
  [{ wrong: 0, isRight: true, ratios: [{ fault: null }] }, false],
])('%j has a fault: %s', (summary, expected) => {
  expect(hasFault(summary)).toBe(expected);
});
