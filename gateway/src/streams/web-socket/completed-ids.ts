/** A message that completes a subscription is no longer than its id. Longer ones are not looked at. */
const COMPLETE_CHARACTERS_MAX = 1_024;

/** Hands a message to the library of the protocol. Resolves when it has been handled; for a subscription, when that has ended. */
export type TakeMessage = (text: string) => Promise<void>;

/**
 * The ids that a client has completed and whose streams have not ended yet. The protocol lets a client use such an id at once for its next
 * subscription, but the library takes the end of the first for that of the second. So the next message with such an id waits.
 */
export class CompletedIds {
  readonly #ending = new Map<string, Promise<void>>();
  readonly #whenFree: (id: string) => Promise<void>;

  /** @param whenFree resolves when no subscription has this id */
  constructor(whenFree: (id: string) => Promise<void>) {
    this.#whenFree = whenFree;
  }

  async take(text: string, take: TakeMessage): Promise<void> {
    // Nearly always: nothing ends, and the message completes nothing.
    if (this.#ending.size === 0 && text.length > COMPLETE_CHARACTERS_MAX) return take(text);
    const { type, id } = readHead(text);
    if (id === undefined) return take(text);
    // Again: a message that waited before this one may have completed the id once more.
    for (let ending = this.#ending.get(id); ending !== undefined; ending = this.#ending.get(id)) await ending;
    const taken = take(text);
    if (type !== 'complete') return taken;
    const ended = taken.then(() => this.#whenFree(id)).then(libraryHasForgotten);
    this.#ending.set(id, ended);
    await ended.finally(() => {
      if (this.#ending.get(id) === ended) this.#ending.delete(id);
    });
  }
}

function readHead(text: string): { type?: unknown; id?: string | undefined } {
  try {
    const { type, id } = JSON.parse(text) as { type?: unknown; id?: unknown };
    return { type, id: typeof id === 'string' ? id : undefined };
  } catch {
    // The library reports what is wrong with it.
    return {};
  }
}

/** The library drops an id in the microtasks behind the end of its results. */
function libraryHasForgotten(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
