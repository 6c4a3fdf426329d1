import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDescendants } from '../../bench/measure/cpu-time.ts';

const V1 = '/sys/fs/cgroup/memory';
const V2 = '/sys/fs/cgroup';
const MIB = 1024 * 1024;

/** The page cache counts: a control group of version 1 or 2. */
export class MemoryGroup implements Disposable {
  readonly #folder: string;
  readonly #isV1: boolean;

  private constructor(folder: string, isV1: boolean) {
    this.#folder = folder;
    this.#isV1 = isV1;
  }

  /** @throws Error where the kernel lends this account no group */
  static create(name: string, mib: number): MemoryGroup {
    const isV1 = existsSync(join(V1, 'memory.limit_in_bytes'));
    const folder = join(isV1 ? V1 : V2, name);
    // The group above must pass the controller on.
    if (!isV1) writeFileSync(join(V2, 'cgroup.subtree_control'), '+memory');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, isV1 ? 'memory.limit_in_bytes' : 'memory.max'), String(mib * MIB));
    return new MemoryGroup(folder, isV1);
  }

  /** With all that it started, or will start. */
  add(root: number): void {
    for (const pid of readDescendants(root).keys()) {
      writeFileSync(join(this.#folder, 'cgroup.procs'), String(pid));
    }
  }

  /** Together; undefined where the kernel does not count it. */
  get peakBytes(): number | undefined {
    const file = join(this.#folder, this.#isV1 ? 'memory.max_usage_in_bytes' : 'memory.peak');
    return existsSync(file) ? Number(readFileSync(file, 'latin1')) : undefined;
  }

  /** Drops the page cache, as a start of the machine does. */
  forget(): void {
    const [file, text] = this.#isV1 ? ['memory.force_empty', '0'] : ['memory.reclaim', '1G'];
    try {
      writeFileSync(join(this.#folder, file), text);
    } catch {
      // Pages in use stay; version 2 reports that it could not free all.
    }
  }

  [Symbol.dispose](): void {
    try {
      rmdirSync(this.#folder);
    } catch {
      // An ending process keeps it; the next run takes it over.
    }
  }
}
