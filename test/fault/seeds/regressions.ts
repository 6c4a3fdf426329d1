import { readFileSync } from 'node:fs';
import type { Seed } from '../plan/plan.ts';

/** Each names the fault that it found. */
export function readRegressions(): Seed[] {
  const file = new URL('../regressions.json', import.meta.url);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as (Partial<Seed> & { seed: number; found: string })[];
  return kept.map(({ seed, rewinds = false }) => ({ seed, rewinds }));
}
