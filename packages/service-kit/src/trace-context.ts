import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';

/** W3C Trace Context: the header that says which trace a request belongs to. */
const TRACEPARENT = 'traceparent';

/** `tracestate` and `baggage` hold free text of whoever sends them: they are neither believed nor passed on. */
const traceparentOnly: TextMapGetter<string | undefined> = {
  keys: () => [TRACEPARENT],
  get: (header, name) => (name === TRACEPARENT ? header : undefined),
};

/** The ids under which what runs now is found in the trace store: 32 and 16 hexadecimal digits. Empty outside of a trace. */
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
