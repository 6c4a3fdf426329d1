import type { Tip } from '#/pin/tip.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { Readiness } from './readiness.ts';

const live = { chainId: 'iChain', height: 5, status: 'LIVE' } as Tip;

function reasons(tips: {
  tips?: Tip[];
  agoMs?: number | null;
  networksWithoutTip?: TipFollower['networksWithoutTip'];
}): Promise<string[]> {
  return new Readiness({
    subgraphs: () => new Map(),
    secret: 's',
    subgraphWaitMs: 0,
    tips: {
      tips: () => tips.tips ?? [live],
      confirmedAgoMs: () => (tips.agoMs === undefined ? 10 : tips.agoMs),
      networksWithoutTip: tips.networksWithoutTip ?? (async () => []),
    },
  }).reasons();
}

test('ready with a chain in sync', async () => {
  expect(await reasons({})).toEqual([]);
});

test.each([
  ['tips that were never read', { agoMs: null }, 'the latest blocks are not known yet'],
  ['tips that are not confirmed any more', { agoMs: 31_400 }, 'the latest blocks were last confirmed 31 seconds ago'],
  ['no chain', { tips: [] }, 'no chain has been read yet'],
  [
    'a network without a block',
    { networksWithoutTip: async () => [{ name: 'VRSC', awaits: null }] },
    'network VRSC is still syncing',
  ],
  [
    'a network whose node has not defined its native currency, whatever else is read',
    { networksWithoutTip: async () => [{ name: 'VRSC', awaits: 'NATIVE_DEFINITION' }] },
    'network VRSC: the node has not yet defined the native currency: it does so with the first blocks of its chain',
  ],
  [
    'only such a network',
    { tips: [], networksWithoutTip: async () => [{ name: 'VRSC', awaits: 'NATIVE_DEFINITION' }] },
    'network VRSC: the node has not yet defined the native currency: it does so with the first blocks of its chain',
  ],
  [
    'only a network without a node',
    { tips: [], networksWithoutTip: async () => [{ name: 'VRSC', awaits: 'NODE' }] },
    'network VRSC: no node of the chain can be used yet',
  ],
  [
    'networks that cannot be listed',
    { networksWithoutTip: () => Promise.reject(new Error('ECONNREFUSED')) },
    'the networks cannot be listed at the moment',
  ],
] satisfies [string, Parameters<typeof reasons>[0], string][])('not ready: %s', async (_what, tips, reason) => {
  expect(await reasons(tips)).toEqual([reason]);
});
