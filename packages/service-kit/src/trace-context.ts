import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';

/** W3C Trace Context: the header that names the trace of a request. */
const TRACEPARENT = 'traceparent';

/** `tracestate` and `baggage` hold free text of the sender: they are neither used nor passed on. */
const traceparentOnly: TextMapGetter<string | undefined> = {
  keys: () => [TRACEPARENT],
  get: (header, name) => (name === TRACEPARENT ? header : undefined),
};

/** The ids of the current trace and span in the trace store: 32 and 16 hexadecimal digits. Empty outside of a trace. */
export function currentTrace(): { traceId?: string; spanId?: string } {
  const ids = trace.getActiveSpan()?.spanContext();
  return ids === undefined || !isSpanContextValid(ids) ? {} : { traceId: ids.traceId, spanId: ids.spanId };
}

/** The trace that a request continues, by its `traceparent` header; a new one where that is absent or malformed. */
export function readTrace(traceparent: unknown): Context {
  const header = typeof traceparent === 'string' ? traceparent : undefined;
  return propagation.extract(ROOT_CONTEXT, header, traceparentOnly);
}

/** Headers by which another process continues a trace; none while tracing is off. */
export function writeTrace(from: Context = context.active()): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(from, headers);
  return headers;
}
