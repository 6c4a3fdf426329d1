import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('ledgergraph/service-kit');

/** Runs a function inside a span; an error that it throws fails the span too. Costs next to nothing while tracing is off. */
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
      // The span never gets the error itself: its text may hold data of a request.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** True if the current code runs inside a trace. */
export function isInSpan(): boolean {
  return trace.getActiveSpan() !== undefined;
}
