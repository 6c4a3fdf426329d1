import type { NetworkSync } from '#/stack/read-sync.ts';
import { describeFailure, describeLog } from '#/stack/steps/describe-log.ts';
import { describeEnd, describeNews } from './watch-chain.ts';

const at412: NetworkSync = { name: 'VRSCTEST', height: 412, nodeTip: 412, subgraphs: [], lastReorg: undefined };

test('a block is news, standing still is not', () => {
  expect(describeNews(at412, { ...at412, height: 413 })).toBe('block 413');
  expect(describeNews(at412, at412)).toBeUndefined();
  expect(describeNews(undefined, at412)).toBeUndefined();
});

test('the end of a recording is news once, also for a start that finds the chain above it', () => {
  const nodes = [{ networkName: 'VRSCTEST', recordedHeight: 412 }];
  const above = { ...at412, height: 413 };
  expect(describeEnd(at412, above, nodes)).toContain('The recording ended at block 412: generated blocks continue it');
  expect(describeEnd(undefined, above, nodes)).toContain('The recording ended at block 412');
  expect(describeEnd(above, { ...above, height: 414 }, nodes)).toBeUndefined();
  expect(describeEnd(undefined, at412, nodes)).toBeUndefined();
  expect(describeEnd(at412, above, [])).toBeUndefined();
});

test('a reorganisation is news once', () => {
  const after = { ...at412, height: 413, lastReorg: { forkHeight: 411, depth: 1, at: '2026-11-20T12:00:00Z' } };
  expect(describeNews(at412, after)).toBe('reorganisation: 1 block above 411 replaced; now at block 413');
  expect(describeNews(after, { ...after, height: 414 })).toBe('block 414');
});

test('the log of a process becomes words', () => {
  const lines = ['{"level":60,"msg":"blocks could not start","err":{"message":"no networks"}}', 'plain text'];
  expect(describeLog(lines.join('\n'))).toBe('  blocks could not start: no networks\n  plain text');
});

test('of a process that keeps ending people read why, and not what its other roles did', () => {
  const fatal = { level: 60, msg: 'ledgergraph could not start', err: { message: 'NODE_USER is not set' } };
  const others = Array.from({ length: 20 }, (_, index) => ({ level: 30, msg: `role ${index} is up` }));
  const log = [fatal, ...others].map((line) => JSON.stringify(line)).join('\n');
  expect(describeFailure(log)).toBe('  ledgergraph could not start: NODE_USER is not set');
});
