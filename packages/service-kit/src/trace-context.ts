import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';

const TRACEPARENT = 'traceparent';

/** `tracestate` and `baggage` hold free text of the sender and are not passed on. */
const traceparentOnly: TextMapGetter<string | undefined> = {
  keys: () => [TRACEPARENT],
  get: (header, name) => (name === TRACEPARENT ? header : undefined),
};

/** 32 and 16 hexadecimal digits. Empty outside of a trace. */
export function currentTrace(): { traceId?: string; spanId?: string } {
  const ids = trace.getActiveSpan()?.spanContext();
  return ids === undefined || !isSpanContextValid(ids) ? {} : { traceId: ids.traceId, spanId: ids.spanId };
}

/** A new trace where the header is absent or malformed. */
export function readTrace(traceparent: unknown): Context {
  const header = typeof traceparent === 'string' ? traceparent : undefined;
  return propagation.extract(ROOT_CONTEXT, header, traceparentOnly);
}

/** Empty while tracing is off. */
export function writeTrace(from: Context = context.active()): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(from, headers);
  return headers;
}
