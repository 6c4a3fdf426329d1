import type { EventField } from '#/events/event-fields.ts';
import type { PoolPage } from '#/events/event-sources.ts';
import type { Tip } from '#/pin/tip.ts';
import { PoolFeed } from './pool-feed.ts';
import { PoolSource } from './pool-source.ts';
import { PositionCodec, poolPositions } from './position.ts';
import { StreamWalk } from './stream-walk.ts';

const field = { name: 'waitingItems', type: 'ItemAdded', referencesOf: () => ({}) } as unknown as EventField;
const CHAIN = 'iMain';
const tip = { environment: 'TESTNET', chainId: CHAIN, hash: 'aa', poolSerial: 41n } as unknown as Tip;
const entered = (serial: number): PoolPage['changes'][number] => ({
  serial,
  txid: `${serial}`,
  hasEntered: true,
  state: null,
  blockHeight: null,
  addresses: [],
});

test('a stream rests while its pin is of the database before, and begins again with the pin of the new one', async () => {
  let pins = [tip];
  let page: Omit<PoolPage, 'marks'> = { beginsAt: 1_000, upTo: 41, changes: [] };
  const poolPage = async () => ({ ...page, marks: [] });
  const reader = { poolPage, pastPoolPage: poolPage };
  const feed = new PoolFeed({ reader, tips: { pins: () => pins } }, tip);
  const codec = new PositionCodec(poolPositions(), 'secret', field.name, tip);
  const walk = new StreamWalk(new PoolSource(reader, feed, field), codec, { ids: null, depth: 1 });
  const first = await walk.find(pins, tip, await walk.start(pins, tip, undefined));
  expect(first).toEqual({ events: [], until: { serial: 41, snapshot: null } });
  expect(await walk.find(pins, tip, { serial: 41, snapshot: null })).toBeUndefined();

  const moved = { ...tip, poolSerial: 1_001n } as Tip;
  pins = [moved];
  page = { beginsAt: 1_000, upTo: 1_001, changes: [entered(1_001)] };
  const again = await walk.find(pins, moved, { serial: 41, snapshot: null });
  expect(again).toEqual({ events: [], until: { serial: 0, snapshot: 1_001 } });
  const found = await walk.find(pins, moved, { serial: 0, snapshot: 1_001 });
  expect(found?.events.map(({ value }) => value.__typename)).toEqual(['ItemAdded']);
});
