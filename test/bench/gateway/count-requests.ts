import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

export interface RequestCount {
  requests: number;
  entities: number;
}

// Loaded into a gateway by `--import`. Node's HTTP client and undici both report what they send, so one counter serves two gateways that
// know nothing of it. Never where speed is measured.
const count: RequestCount = { requests: 0, entities: 0 };

process.on('message', () => {
  process.send?.(count);
  Object.assign(count, { requests: 0, entities: 0 });
});

subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { path: string; body: unknown } };
  if (request.path === '/graphql') add(String(request.body));
});

subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  if (request.path !== '/graphql') return;
  const parts: string[] = [];
  for (const method of ['write', 'end'] as const) {
    const send = request[method].bind(request) as (...args: unknown[]) => ClientRequest & boolean;
    request[method] = (chunk?: unknown, ...rest: unknown[]) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) parts.push(String(chunk));
      if (method === 'end') add(parts.join(''));
      return send(chunk, ...rest);
    };
  }
});

function add(body: string): void {
  const { variables } = JSON.parse(body) as { variables?: { representations?: unknown[] } };
  count.requests += 1;
  count.entities += variables?.representations?.length ?? 0;
}
