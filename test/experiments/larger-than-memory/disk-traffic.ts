import { readFileSync } from 'node:fs';
import { readDescendants } from '../../bench/measure/cpu-time.ts';

/** Bytes. */
export interface Traffic {
  read: number;
  written: number;
}

/** Read from the disk and made dirty by a server and its backends. The kernel adds an ended process's count to its parent's. */
export class DiskTraffic {
  readonly #root: number;

  constructor(root: number) {
    this.#root = root;
  }

  look(): Traffic {
    const all = [...readDescendants(this.#root).keys()].flatMap((pid) => readTraffic(pid) ?? []);
    return {
      read: all.reduce((sum, { read }) => sum + read, 0),
      written: all.reduce((sum, { written }) => sum + written, 0),
    };
  }
}

// proc(5): read_bytes came from the storage layer, write_bytes are pages made dirty.
function readTraffic(pid: number): Traffic | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/io`, 'latin1');
    const field = (name: string): number => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    return { read: field('read_bytes'), written: field('write_bytes') };
  } catch {
    return undefined;
  }
}
