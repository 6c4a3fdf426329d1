import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('ledgergraph/service-kit');

/** Runs something inside a span; one that throws fails the span too. Costs next to nothing while tracing is off. */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  run: (span: Span) => Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<T> {
  return tracer.startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await run(span);
    } catch (error) {
      // Never the error itself: its text may hold what somebody asked for.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Whether what runs now belongs to a trace. */
export function isInSpan(): boolean {
  return trace.getActiveSpan() !== undefined;
}
