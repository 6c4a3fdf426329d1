import { LRUCache } from 'lru-cache';
import type { ReadBlock } from '#/gateway/gateway-client.ts';
import { MEMORY_BOUNDS } from '#/memory-bounds.ts';
import type { FeedAnswer } from './feed.ts';
import type { AskedFeed } from './read-endpoint.ts';

const BYTES_PER_CHARACTER = 2;
const ENTRY_BYTES = 256;

export class KeptAnswers {
  readonly #answers = new LRUCache<string, FeedAnswer>({
    maxSize: MEMORY_BOUNDS.keptFeeds,
    sizeCalculation: ({ body }, name) => ENTRY_BYTES + BYTES_PER_CHARACTER * (body.length + name.length),
  });

  async find(
    { path, endpoint, parameters }: AskedFeed,
    { hash }: ReadBlock,
    read: () => Promise<FeedAnswer>,
  ): Promise<FeedAnswer> {
    if (endpoint.isOfClock === true) return read();
    const name = JSON.stringify([hash, path, [...parameters].sort()]);
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const answer = await read();
    this.#answers.set(name, answer);
    return answer;
  }
}
