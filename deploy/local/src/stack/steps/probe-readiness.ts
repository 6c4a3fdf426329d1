import { describeCauses } from '@ledgergraph/service-kit/describe-causes';

const PROBE_TIMEOUT_MS = 5_000;

export type Probe = { ready: boolean; body: string } | { unreachable: string };

export async function probeReadiness(url: string): Promise<Probe> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return { ready: response.ok, body: await response.text() };
  } catch (error) {
    return { unreachable: describeCauses(error) };
  }
}

export function isReady(probe: Probe | undefined): boolean {
  return probe !== undefined && 'ready' in probe && probe.ready;
}

/** Reason for the first one; the others most likely fail for the same reason. Empty when all answer. */
export function describeUnreachable(names: readonly string[], probes: readonly Probe[]): string[] {
  const reasons = probes.map((probe) => ('unreachable' in probe ? probe.unreachable : undefined));
  const first = reasons.findIndex((reason) => reason !== undefined);
  return first < 0 ? [] : [`${names[first]} does not answer: ${reasons[first]}`];
}
