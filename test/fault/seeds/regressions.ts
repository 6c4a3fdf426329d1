import { readFileSync } from 'node:fs';

/** Seeds that once failed: they are run before all others, for ever. Each names what it found. */
export function readRegressions(): number[] {
  const file = new URL('../regressions.json', import.meta.url);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { seed: number; found: string }[];
  return kept.map(({ seed }) => seed);
}
