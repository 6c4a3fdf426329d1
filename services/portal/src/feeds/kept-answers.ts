import type { ReadBlock } from '#/gateway/gateway-client.ts';
import { MEMORY_BOUNDS } from '#/memory-bounds.ts';
import type { FeedAnswer } from './feed.ts';
import type { AskedFeed } from './read-question.ts';

const BYTES_PER_CHARACTER = 2;
const ENTRY_BYTES = 256;

/** Answers at a block, for those who ask the same there: it is read once. Where there is no room all are dropped: they are of old blocks soon. */
export class KeptAnswers {
  readonly #answers = new Map<string, FeedAnswer>();
  #bytes = 0;

  async find(
    { path, question, parameters }: AskedFeed,
    { hash }: ReadBlock,
    read: () => Promise<FeedAnswer>,
  ): Promise<FeedAnswer> {
    if (question.isOfClock === true) return read();
    const name = JSON.stringify([hash, path, [...parameters].sort()]);
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const answer = await read();
    this.#keep(name, answer);
    return answer;
  }

  #keep(name: string, answer: FeedAnswer): void {
    const bytes = ENTRY_BYTES + BYTES_PER_CHARACTER * (answer.body.length + name.length);
    if (bytes > MEMORY_BOUNDS.keptFeeds || this.#answers.has(name)) return;
    if (this.#bytes + bytes > MEMORY_BOUNDS.keptFeeds) {
      this.#answers.clear();
      this.#bytes = 0;
    }
    this.#answers.set(name, answer);
    this.#bytes += bytes;
  }
}
