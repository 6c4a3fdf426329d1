import type { Probe } from './probe-readiness.ts';

/** A chain in the answer of an indexer to `/readyz`: the reasons why its nodes cannot be used, or what its announcement lacks. */
interface ChainDetails {
  name?: unknown;
  faults?: unknown;
  missing?: unknown;
}

/**
 * The reasons why an indexer cannot take blocks, in words, one line each: one for each node that cannot be used, and one for each
 * chain whose announcement lacks something.
 * @param process its name
 * @param probe its answer to `/readyz`
 * @returns nothing where nothing is wrong, or the answer does not show it
 */
export function describeTrouble(process: string, probe: Probe): string[] {
  if (!('body' in probe)) return [];
  return readDetails(probe.body).flatMap(({ name, faults, missing }) => [
    ...(Array.isArray(faults) ? faults.map((fault) => `${String(name)}: ${String(fault)}`) : []),
    ...(typeof missing === 'string' ? [`${process}, ${String(name)}: ${missing}`] : []),
  ]);
}

function readDetails(body: string): ChainDetails[] {
  try {
    const { details } = JSON.parse(body) as { details?: ChainDetails[] };
    return Array.isArray(details) ? details : [];
  } catch {
    return [];
  }
}
