import { describeCauses } from '@ledgergraph/service-kit/describe-causes';

const PROBE_TIMEOUT_MS = 5_000;

/** The answer of a process to the question whether it is ready, or the reason why there is none. */
export type Probe = { ready: boolean; body: string } | { unreachable: string };

/** Asks a process once whether it is ready. */
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

/** Reason why the first process that does not answer cannot be reached; the others most likely fail for the same one. Empty when all answer. */
export function describeUnreachable(names: readonly string[], probes: readonly Probe[]): string[] {
  const reasons = probes.map((probe) => ('unreachable' in probe ? probe.unreachable : undefined));
  const first = reasons.findIndex((reason) => reason !== undefined);
  return first < 0 ? [] : [`${names[first]} does not answer: ${reasons[first]}`];
}
