import { createHash } from 'node:crypto';
import type { ApiProcess } from './api-process.ts';
import type { Read } from './read-mix.ts';

export class KeptAnswers {
  readonly #given = new Map<string, { read: Read; pin: string; digests: Map<string, number> }>();

  keep(index: number, read: Read, pin: string, text: string): void {
    const key = `${index} ${pin}`;
    const kept = this.#given.get(key) ?? { read, pin, digests: new Map<string, number>() };
    const digest = digestOf(text);
    kept.digests.set(digest, (kept.digests.get(digest) ?? 0) + 1);
    this.#given.set(key, kept);
  }

  /** With an api that has the primary alone. */
  async compare(api: ApiProcess, callers: number): Promise<Compared> {
    const compared: Compared = { answers: 0, wrong: 0, different: 0 };
    const rightOnes = new Set<string>();
    const rest = this.#given.values();
    const work = async (): Promise<void> => {
      for (const { read, pin, digests } of rest) {
        const right = digestOf(await api.ask(read, pin));
        rightOnes.add(right);
        for (const [digest, count] of digests) {
          compared.answers += count;
          if (digest !== right) compared.wrong += count;
        }
      }
    };
    await Promise.all(Array.from({ length: callers }, work));
    compared.different = rightOnes.size;
    return compared;
  }
}

export interface Compared {
  answers: number;
  wrong: number;
  /** Requests change with their blocks. */
  different: number;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
