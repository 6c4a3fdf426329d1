import { currentTrace } from '@ledgergraph/service-kit/trace-context';

/**
 * Extensions of an internal error besides its code: the ids by which an operator finds it in logs and, while tracing
 * is on, in traces.
 */
export function faultIds(requestId: string): { requestId: string; traceId?: string } {
  const { traceId } = currentTrace();
  return { requestId, ...(traceId !== undefined && { traceId }) };
}
