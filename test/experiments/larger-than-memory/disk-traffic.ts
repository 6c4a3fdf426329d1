import { readFileSync } from 'node:fs';
import { readDescendants } from '../../bench/measure/cpu-time.ts';

/** Bytes that went to and came from the disk. */
export interface Traffic {
  read: number;
  written: number;
}

/**
 * Bytes that a database server and its backends read from the disk and made dirty, by the kernel's count for each
 * process. A process counts until the last look before its end, so look often.
 */
export class DiskTraffic {
  readonly #root: number;
  readonly #seen = new Map<number, Traffic>();

  constructor(root: number) {
    this.#root = root;
  }

  look(): Traffic {
    for (const pid of readDescendants(this.#root).keys()) {
      const traffic = readTraffic(pid);
      if (traffic !== undefined) this.#seen.set(pid, traffic);
    }
    const all = [...this.#seen.values()];
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
