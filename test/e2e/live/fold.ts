import type { Untyped } from '@ledgergraph/test-kit/client';

/** What a client keeps that folds events: everything that was told and not undone, with the height it was told at. */
export class Fold {
  readonly told: { height: number; hash: string; event: Untyped }[] = [];
  readonly faults: string[] = [];
  undone = 0;

  /** @param event data of one root field */
  add(event: Untyped): void {
    const height = Number(event.blockHeight);
    const last = this.told.at(-1);
    if (event.__typename === 'BlocksRemoved') {
      const gone = this.told.filter((one) => one.height > height);
      for (const { hash } of gone) {
        if (!event.removedHashes.includes(hash))
          this.faults.push(`${hash} was told, is above ${height}, and is not among the removed`);
      }
      if (event.removedHashes.length !== event.depth)
        this.faults.push(`${event.depth} is not the number of removed blocks`);
      this.told.splice(this.told.length - gone.length);
      this.undone += gone.length;
      return;
    }
    if (last !== undefined && height < last.height) this.faults.push(`${height} was told after ${last.height}`);
    if (last?.height === height && last.hash !== event.blockHash) this.faults.push(`two blocks at ${height}`);
    this.told.push({ height, hash: event.blockHash, event });
  }

  /** Texts of what stands. */
  keys(keyOf: (event: Untyped) => string): string[] {
    return this.told.map(({ event }) => keyOf(event));
  }
}
