import { SHAPES } from './gateway/shapes.ts';
import { readOptions } from './read-options.ts';

let printed: string;
beforeEach(() => {
  printed = '';
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  }
});
afterEach(() => jest.restoreAllMocks());

test('by default everything is measured', () => {
  expect(readOptions([])).toEqual({
    rounds: 5,
    parts: [
      'backfill',
      'generated-backfill',
      'new-block-latency',
      'gateway',
      'gateway-alone',
      'public-gateways',
      'gateway-cached',
      'gateway-memory',
      'big-address',
      'wallet',
      'live',
      'mempool',
      'replicas',
      'fairness',
      'portal',
      'node-rpc',
      'exports',
      'export-reorganised',
    ],
    blocks: 5_000,
    shapes: SHAPES.map(({ name }) => name),
    json: false,
  });
});

test('flags narrow it', () => {
  expect(
    readOptions(['--rounds', '2', '--only', 'gateway', '--shapes', 'block, search', '--blocks', '200', '--json']),
  ).toEqual({
    rounds: 2,
    parts: ['gateway'],
    shapes: ['block', 'search'],
    blocks: 200,
    json: true,
  });
});

test.each([
  ['--rounds', '0', /whole number/],
  ['--only', 'both', /backfill, generated-backfill, new-block-latency, gateway/],
  ['--blocks', 'many', /whole number/],
  ['--shapes', 'block,nothing', /no such shape: nothing/],
])('%s %s is refused in words', (flag, value, words) => {
  expect(readOptions([flag, value])).toBe(1);
  expect(printed).toMatch(words);
});

test('--help names the shapes', () => {
  expect(readOptions(['--help'])).toBe(0);
  expect(printed).toContain('whole-block');
});
