import type { Probe } from './probe-readiness.ts';

interface ChainDetails {
  name?: unknown;
  faults?: unknown;
  missing?: unknown;
}

/** @param probe answer to `/readyz` @returns empty where the answer shows no fault */
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
