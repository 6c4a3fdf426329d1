import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body as it came. */
    bodyText: string;
  }
}

/** From here on JSON bodies of this scope's routes are read as Fastify reads them; their text stays with the request, to find the answer to an equal one by. */
export function keepBodyText(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.bodyText = text;
    return parse(request, text, done);
  });
}
