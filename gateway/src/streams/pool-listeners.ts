import type { PoolChange } from '#/events/event-sources.ts';

type Ring = () => void;

/** So that the position of a stream that the changes do not concern stays young. */
const RING_ALL_AFTER = 2_000;

/** By wanted address: a change wakes the streams that it concerns. */
export class PoolListeners {
  readonly #all = new Set<Ring>();
  readonly #ofEverything = new Set<Ring>();
  readonly #byAddress = new Map<string, Set<Ring>>();
  #changes = 0;

  get size(): number {
    return this.#all.size;
  }

  /** @param addresses null: everything concerns it. @returns stops the calls */
  add(ring: Ring, addresses: ReadonlySet<string> | null): () => void {
    this.#all.add(ring);
    if (addresses === null) this.#ofEverything.add(ring);
    for (const address of addresses ?? []) {
      const rings = this.#byAddress.get(address) ?? new Set();
      this.#byAddress.set(address, rings.add(ring));
    }
    return () => {
      this.#all.delete(ring);
      this.#ofEverything.delete(ring);
      for (const address of addresses ?? []) {
        const rings = this.#byAddress.get(address);
        rings?.delete(ring);
        if (rings?.size === 0) this.#byAddress.delete(address);
      }
    };
  }

  ring(changes: readonly PoolChange[]): void {
    if (changes.length === 0) return;
    this.#changes += changes.length;
    if (this.#changes >= RING_ALL_AFTER) {
      this.ringAll();
      return;
    }
    const woken = new Set(this.#ofEverything);
    for (const { addresses } of changes) {
      for (const address of addresses) for (const ring of this.#byAddress.get(address) ?? []) woken.add(ring);
    }
    for (const ring of woken) ring();
  }

  ringAll(): void {
    this.#changes = 0;
    for (const ring of this.#all) ring();
  }
}
