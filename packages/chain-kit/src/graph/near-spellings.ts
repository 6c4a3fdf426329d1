/** Every spelling of shorter names is tried; of longer ones only those with a letter too many, or two that changed places. */
const EVERY_SPELLING_MAX = 20;
const LENGTH_MAX = 48;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
export const SUGGESTED_MAX = 3;

/** Texts from which a folded name differs by one letter: at most 1,500 index probes. Empty for a name that is too long. */
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

/** Follows a message; empty without suggestions. */
export function didYouMean(names: readonly string[]): string {
  const suggested = names.slice(0, SUGGESTED_MAX);
  return suggested.length === 0 ? '' : `. Did you mean ${suggested.join(' or ')}?`;
}

/** A request may ask for a hundred unknown names. */
export class SuggestionBudget {
  #left = 3;

  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}
