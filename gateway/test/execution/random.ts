/** The same seed and question give the same answer, in whatever order. */
export class Chance {
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** From 0 to 1 (excluded). */
  share(...question: unknown[]): number {
    return hash(`${this.#seed}|${question.map((part) => JSON.stringify(part)).join('|')}`) / 2 ** 32;
  }

  pick<T>(from: readonly T[], ...question: unknown[]): T {
    const picked = from[Math.floor(this.share(...question) * from.length)];
    if (picked === undefined) throw new RangeError('nothing to pick from');
    return picked;
  }
}

/** From 0 to 1 (excluded). */
export function sequence(seed: string): () => number {
  const chance = new Chance(seed);
  let index = 0;
  return () => chance.share(index++);
}

// FNV-1a with the finish of MurmurHash3 spreads texts that differ in one character.
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
