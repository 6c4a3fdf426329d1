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

const NO_SDK_TRACER = new ProxyTracerProvider().getDelegate();
const UNHEARD_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** An error fails the span too. Without an OpenTelemetry SDK the function simply runs. */
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

/** A tracer that is kept stays with the first SDK. */
function currentTracer(): Tracer {
  return trace.getTracer('ledgergraph/service-kit');
}

/** The error's text may hold data of a request, so the span never gets it. */
export function markFailed(span: Span): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export function isInSpan(): boolean {
  return trace.getActiveSpan() !== undefined;
}

/** Even a span that goes nowhere costs several times an answer. */
function isHeard(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== NO_SDK_TRACER;
}
