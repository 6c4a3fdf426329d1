import type { FastifyReply } from 'fastify';
import type { Caller, GatewayClient } from './gateway-client.ts';
import { passedOn } from './read-fault.ts';

const EXPOSED = 'access-control-expose-headers';

/** Answers a preflight as the gateway does for its own address. @throws GatewayAway */
export async function sendPreflight(
  caller: Caller,
  reply: FastifyReply,
  gateway: Pick<GatewayClient, 'preflight'>,
): Promise<void> {
  const { status, headers, text } = await gateway.preflight(caller);
  reply.code(status).headers(passedOn(headers));
  if (text === '') reply.send();
  else reply.type('application/json; charset=utf-8').send(text);
}

/** Headers of an answer; a page of an allowed origin may read some of our own, too. */
export function exposing(headers: Readonly<Record<string, string>>, own: string): Record<string, string> {
  const exposed = headers[EXPOSED];
  return exposed === undefined ? { ...headers } : { ...headers, [EXPOSED]: `${exposed}, ${own}` };
}
