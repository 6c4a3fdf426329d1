import {
  type Attributes,
  INVALID_SPAN_CONTEXT,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** Tracer of the API while there is no SDK. */
const NO_SDK_TRACER = new ProxyTracerProvider().getDelegate();
const UNHEARD_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Runs a function inside a span; an error that it throws fails the span too. Without an OpenTelemetry SDK the function simply runs. */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  run: (span: Span) => Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<T> {
  if (!isHeard()) return run(UNHEARD_SPAN);
  return currentTracer().startActiveSpan(name, { attributes, kind }, async (span) => {
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

/** The same for a synchronous function. */
export function inSyncSpan<T>(name: string, attributes: Attributes, run: (span: Span) => T): T {
  if (!isHeard()) return run(UNHEARD_SPAN);
  return currentTracer().startActiveSpan(name, { attributes }, (span) => {
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

/** Finds the tracer of the SDK that runs now: one that is kept stays with the first SDK. */
function currentTracer(): Tracer {
  return trace.getTracer('ledgergraph/service-kit');
}

/** Marks a span as failed. The span never gets the error itself: its text may hold data of a request. */
export function markFailed(span: Span): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** True if the current code runs inside a trace. */
export function isInSpan(): boolean {
  return trace.getActiveSpan() !== undefined;
}

/** Even a span that goes nowhere costs a context and a closure, several times an answer. */
function isHeard(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== NO_SDK_TRACER;
}
