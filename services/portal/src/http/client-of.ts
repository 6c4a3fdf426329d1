import type { ForwardedClient } from '@ledgergraph/service-kit/http/forwarded-headers';
import { networkOf } from '@ledgergraph/service-kit/http/network-of';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The client of a request, and the network that limits count it to. */
export interface RequestClient extends ForwardedClient {
  network: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    client: RequestClient;
  }
}

/** Reads who the client is: the gateway, which shows the internal secret, names it; a proxy in front names it where it is trusted. */
export function clientOf(request: FastifyRequest, isOurs: (secret: unknown) => boolean): RequestClient {
  const { headers, ip, protocol, host } = request;
  const given = headers['x-forwarded-for'];
  const isPassedOn =
    typeof given === 'string' && headers[INTERNAL_HEADER] !== undefined && isOurs(headers[INTERNAL_HEADER]);
  const asked = isPassedOn ? given : ip;
  // A proxy that is trusted may name what is no address.
  const address = ipaddr.isValid(asked) ? asked : (request.socket.remoteAddress ?? asked);
  const described = isPassedOn
    ? { protocol: String(headers['x-forwarded-proto']), host: String(headers['x-forwarded-host']) }
    : { protocol, host };
  return { address, ...described, network: networkOf(address) };
}
