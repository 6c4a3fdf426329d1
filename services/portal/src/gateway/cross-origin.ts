import type { FastifyReply } from 'fastify';
import type { Caller, GatewayClient } from './gateway-client.ts';
import { passedOn } from './read-fault.ts';

const EXPOSED = 'access-control-expose-headers';

/** @throws GatewayAway */
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

export function exposing(headers: Readonly<Record<string, string>>, own: string): Record<string, string> {
  const exposed = headers[EXPOSED];
  return exposed === undefined ? { ...headers } : { ...headers, [EXPOSED]: `${exposed}, ${own}` };
}
