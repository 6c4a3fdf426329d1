import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

// The names that Apollo's own executor gives them: dashboards need not know who executes.
export type SpanName =
  | 'gateway.request'
  | 'gateway.validate'
  | 'gateway.plan'
  | 'gateway.execute'
  | 'gateway.fetch'
  | 'gateway.postprocessing';

const tracer = trace.getTracer('ledgergraph/gateway');

/** Runs something inside a span; one that throws fails the span too. Costs next to nothing without an OpenTelemetry SDK. */
export function inSpan<T>(name: SpanName, attributes: Attributes, run: (span: Span) => T): T {
  return tracer.startActiveSpan(name, { attributes }, (span) => {
    try {
      return run(span);
    } catch (error) {
      markFailed(span);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The same for what takes time. */
export function inSpanUntilDone<T>(
  name: SpanName,
  attributes: Attributes,
  run: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await run(span);
    } catch (error) {
      markFailed(span);
      throw error;
    } finally {
      span.end();
    }
  });
}

export function markFailed(span: Span): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
}
