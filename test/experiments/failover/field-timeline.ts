import type { GraphqlAnswer } from '@ledgergraph/test-kit/client';

/** The databases on the chain's cluster answer these. */
const CHAIN_ROOT = /^(syncState|blocks|a\d+)$/;

interface Entry {
  at: number;
  chainFails: boolean;
  restFails: boolean;
}

export class FieldTimeline {
  #entries: Entry[] = [];

  note(answer: GraphqlAnswer | undefined): void {
    const at = performance.now();
    if (answer === undefined || answer.data === null) {
      this.#entries.push({ at, chainFails: true, restFails: true });
      return;
    }
    const roots = answer.errors
      .filter(({ extensions }) => extensions.code !== 'NOT_FOUND')
      .map(({ path }) => String(path?.[0] ?? ''));
    const chainFails = roots.some((root) => CHAIN_ROOT.test(root));
    this.#entries.push({ at, chainFails, restFails: roots.some((root) => !CHAIN_ROOT.test(root)) });
  }

  forget(): void {
    this.#entries = [];
  }

  /** To the end of the last error, in seconds; 0 without one. */
  errorsAfter(since: number, kind: 'chainFails' | 'restFails'): number {
    const last = this.#entries.findLast((entry) => entry[kind]);
    return last === undefined ? 0 : Math.max(0, (last.at - since) / 1_000);
  }

  count(kind: 'chainFails' | 'restFails'): number {
    return this.#entries.filter((entry) => entry[kind]).length;
  }

  get length(): number {
    return this.#entries.length;
  }
}
