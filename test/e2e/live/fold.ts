import type { Untyped } from '@ledgergraph/test-kit/client';

/** Each event that was received and not undone. */
export class Fold {
  readonly entries: { height: number; hash: string; event: Untyped }[] = [];
  readonly faults: string[] = [];
  undone = 0;

  add(event: Untyped): void {
    const height = Number(event.blockHeight);
    const last = this.entries.at(-1);
    if (event.__typename === 'BlocksRemoved') {
      const gone = this.entries.filter((one) => one.height > height);
      for (const { hash } of gone) {
        if (!event.removedHashes.includes(hash))
          this.faults.push(`${hash} was received, is above ${height}, and is not among the removed`);
      }
      if (event.removedHashes.length !== event.depth)
        this.faults.push(`${event.depth} is not the number of removed blocks`);
      this.entries.splice(this.entries.length - gone.length);
      this.undone += gone.length;
      return;
    }
    if (last !== undefined && height < last.height) this.faults.push(`${height} was received after ${last.height}`);
    if (last?.height === height && last.hash !== event.blockHash) this.faults.push(`two blocks at ${height}`);
    this.entries.push({ height, hash: event.blockHash, event });
  }

  keys(keyOf: (event: Untyped) => string): string[] {
    return this.entries.map(({ event }) => keyOf(event));
  }
}
