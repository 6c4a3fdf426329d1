import { setTimeout as delay } from 'node:timers/promises';
import type { Tip } from '#/pin/tip.ts';
import type { EventFilter } from './find-events.ts';
import type { PoolFeed } from './pool-feed.ts';
import { type PoolPosition, PoolPositionCodec } from './pool-position.ts';
import { beginAt, PoolWalk } from './pool-walk.ts';

/** Another gateway may have seen a change a moment before this one. */
const AHEAD_MAX_MS = 2_000;
const AHEAD_POLL_MS = 50;

/** A stream of pending transactions, and where it begins. */
export interface OpenedPool {
  walk: PoolWalk;
  start: PoolPosition;
}

/**
 * Finds where a stream of pending transactions begins: behind a position, or with what is pending now. It begins anew from a position whose
 * changes are not kept any more, and from one of a database that was made anew.
 * @throws StreamEnd VALIDATION_ERROR for a position of something else; PinsLost, EventsUnavailable
 */
export async function openPool(
  feed: PoolFeed,
  pin: Pick<Tip, 'environment' | 'chainId'>,
  filter: EventFilter,
  secret: string,
  lastEventId: string | undefined,
): Promise<OpenedPool> {
  const codec = codecOf(feed, filter.field.name, pin, secret);
  const walk = new PoolWalk(feed, filter, codec);
  const known = lastEventId === undefined ? null : codec.read(lastEventId);
  for (const deadline = performance.now() + AHEAD_MAX_MS; ; await delay(AHEAD_POLL_MS)) {
    const log = await feed.upToDate();
    const place = known === null ? 'before' : feed.placeOf(Math.max(known.serial, known.snapshot ?? 0));
    if (known !== null && place === 'known') return { walk, start: known };
    if (place === 'before' || performance.now() > deadline) return { walk, start: beginAt(log ?? { upTo: 0 }) };
  }
}

const codecs = new WeakMap<PoolFeed, PoolPositionCodec>();

/** One for all streams of a chain: they share what it has signed. */
function codecOf(
  feed: PoolFeed,
  subscription: string,
  { environment, chainId }: Pick<Tip, 'environment' | 'chainId'>,
  secret: string,
): PoolPositionCodec {
  const codec = codecs.get(feed) ?? new PoolPositionCodec(secret, subscription, environment, chainId);
  codecs.set(feed, codec);
  return codec;
}
