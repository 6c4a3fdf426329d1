import type { Probe } from './probe-readiness.ts';

interface Readiness {
  details?: { name?: unknown; missing?: unknown }[];
}

/**
 * What an indexer waits for before it can take blocks, by chain, in words.
 * @param process its name
 * @param probe its answer to `/readyz`
 * @returns undefined where nothing is missing, or the answer does not tell
 */
export function describeMissing(process: string, probe: Probe): string | undefined {
  if (!('body' in probe)) return undefined;
  try {
    const { details } = JSON.parse(probe.body) as Readiness;
    const missing = Array.isArray(details) ? details.filter((chain) => typeof chain.missing === 'string') : [];
    if (missing.length === 0) return undefined;
    return missing.map((chain) => `${process}, ${String(chain.name)}: ${String(chain.missing)}`).join(' · ');
  } catch {
    return undefined;
  }
}
