import {
  type Attributes,
  INVALID_SPAN_CONTEXT,
  ProxyTracerProvider,
  type Span,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

// The names that Apollo's own executor gives them: dashboards need not know who executes.
export type SpanName =
  | 'gateway.request'
  | 'gateway.validate'
  | 'gateway.plan'
  | 'gateway.execute'
  | 'gateway.fetch'
  | 'gateway.postprocessing';

const tracer = trace.getTracer('ledgergraph/gateway');

/** Tracer of the API while there is no SDK. */
const NO_SDK_TRACER = new ProxyTracerProvider().getDelegate();
const UNHEARD_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Runs something inside a span; one that throws fails the span too. Without an OpenTelemetry SDK it is simply run. */
export function inSpan<T>(name: SpanName, attributes: Attributes, run: (span: Span) => T): T {
  if (!isHeard()) return run(UNHEARD_SPAN);
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
  if (!isHeard()) return run(UNHEARD_SPAN);
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

/** Even a span that goes nowhere costs a context and a closure, several times an answer. */
function isHeard(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== NO_SDK_TRACER;
}
