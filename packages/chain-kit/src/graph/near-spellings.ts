/** Names of which every spelling is tried; of longer ones only those that have a letter too many, or two that changed places. */
const EVERY_SPELLING_MAX = 20;
const LENGTH_MAX = 48;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
/** Names that a message suggests. */
export const SUGGESTED_MAX = 3;

/**
 * The texts from which a folded name differs by one letter: other, missing, too many, or changed places with its neighbour. A name that is
 * not found is probed for under these, by an index: at most 1,500 probes, whatever the chain holds. Empty for a name that is too long.
 */
export function nearSpellings(name: string): string[] {
  const chars = [...name];
  if (chars.length < 2 || chars.length > LENGTH_MAX) return [];
  const near = new Set<string>();
  const put = (at: number, removed: number, ...added: string[]): void => {
    near.add(chars.toSpliced(at, removed, ...added).join(''));
  };
  for (const [at, char] of chars.entries()) {
    put(at, 1);
    const next = chars[at + 1];
    if (next !== undefined) put(at, 2, next, char);
  }
  if (chars.length <= EVERY_SPELLING_MAX) {
    for (const letter of LETTERS) {
      for (let at = 0; at < chars.length; at += 1) put(at, 1, letter);
      for (let at = 0; at <= chars.length; at += 1) put(at, 0, letter);
    }
  }
  near.delete(name);
  return [...near];
}

/** A sentence that follows a message; empty where there is nothing to suggest. */
export function didYouMean(names: readonly string[]): string {
  const suggested = names.slice(0, SUGGESTED_MAX);
  return suggested.length === 0 ? '' : `. Did you mean ${suggested.join(' or ')}?`;
}

/** Reads of near spellings that one request may cause: a request may ask for a hundred names that are not there. */
export class SuggestionBudget {
  #left = 3;

  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}
