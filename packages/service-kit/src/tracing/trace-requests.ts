import { type Context, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTracingOn } from '#/env.ts';
import { readTrace } from '#/trace-context.ts';

const UNTRACED: ReadonlySet<string> = new Set(['/livez', '/readyz']);

declare module 'fastify' {
  interface FastifyRequest {
    /** Null while tracing is off. */
    traceContext: Context | null;
  }
}

/**
 * Makes a span around each request, in the trace that its `traceparent` names. It never has the requested URL, which may hold a query.
 * @param requestId where it differs from the server's own
 */
export function traceRequests(
  server: FastifyInstance,
  requestId: (request: FastifyRequest) => string = ({ id }) => id,
): void {
  server.decorateRequest('traceContext', null);
  if (!isTracingOn()) return;
  const tracer = trace.getTracer('ledgergraph/http');

  server.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (UNTRACED.has(route)) return done();
    const parent = readTrace(request.headers.traceparent);
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'ledgergraph.request_id': requestId(request),
    };
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    request.traceContext = trace.setSpan(parent, span);
    endWithAnswer(reply, (status) => {
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(request.traceContext, done);
  });
  // The reader of a body is called outside of the context.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.traceContext === null) done();
    else context.with(request.traceContext, done);
  });
}

/** Also when the client left before the response. */
function endWithAnswer(reply: FastifyReply, end: (status: number) => void): void {
  reply.raw.once('close', () => end(reply.raw.statusCode));
}
