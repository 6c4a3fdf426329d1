import type { Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace-base';

/** None of them holds a key, a variable, an argument or a header. */
const ALLOWED: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'graphql.operation.type',
  'graphql.operation.name',
  'service',
  'ledgergraph.request_id',
  'ledgergraph.outcome',
  'ledgergraph.chain',
  'ledgergraph.from_height',
  'ledgergraph.to_height',
  'db.system.name',
  'db.query.text',
]);

/** Attributes and error texts of libraries' spans may hold data of a request. */
export class AllowedAttributes implements SpanProcessor {
  readonly #next: SpanProcessor;

  constructor(next: SpanProcessor) {
    this.#next = next;
  }

  onStart(span: Span, parent: Context): void {
    this.#next.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    for (const name of Object.keys(span.attributes)) if (!ALLOWED.has(name)) delete span.attributes[name];
    span.events.length = 0;
    delete span.status.message;
    this.#next.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown();
  }
}
