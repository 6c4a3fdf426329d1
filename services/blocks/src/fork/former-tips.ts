import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';

const TIPS_MAX = 20;

/** The last block of each branch that was applied or tried. A database that goes back may have lost several of them. */
export class FormerTips {
  #tips: readonly BlockPlace[] = [];

  begin(tip: BlockPlace): void {
    if (this.#tips.length === 0) this.#tips = [tip];
  }

  note(tip: BlockPlace, replaced: BlockPlace | null): void {
    const { height, hash } = tip;
    const before = replaced === null ? this.#tips.slice(0, -1) : this.#tips;
    this.#tips = [...before, { height, hash }].slice(-TIPS_MAX);
  }

  list(): readonly BlockPlace[] {
    return this.#tips;
  }
}
