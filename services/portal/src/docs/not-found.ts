import { sendError } from '@ledgergraph/service-kit/http/send-error';
import { wantsPage } from '@ledgergraph/service-kit/http/wants-page';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STYLESHEET } from './load-docs.ts';
import { DOCS_HEADERS, renderPage } from './render-page.ts';

const PAGE = renderPage(
  {
    title: 'Page not found',
    html: `<h1>Page not found</h1>
<p>There is nothing at this address. <a href="/docs">The documentation</a> lists its pages, <a href="/graphql">GraphiQL</a>
runs queries, and <a href="/dashboard">the dashboard</a> makes keys.</p>`,
  },
  STYLESHEET,
);
const HEADERS = {
  ...DOCS_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  vary: 'accept',
  'x-content-type-options': 'nosniff',
};

export function sendNotFound(request: FastifyRequest, reply: FastifyReply, message: string): FastifyReply {
  if (!wantsPage(request.raw)) return sendError(reply, 404, 'NOT_FOUND', message);
  return reply.code(404).headers(HEADERS).send(PAGE);
}
