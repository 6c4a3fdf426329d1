import { TEAM_HEADER } from '@ledgergraph/graph-kit/request-headers';
import type { ForwardedClient } from '@ledgergraph/service-kit/http/forwarded-headers';
import { networkOf } from '@ledgergraph/service-kit/http/network-of';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Limits count the client by its network. */
export interface RequestClient extends ForwardedClient {
  network: string;
  /** The gateway knows that its key works; undefined decides nothing. */
  teamId: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    client: RequestClient;
  }
}

/** Named by the gateway, which shows the internal secret, or by a trusted proxy. */
export function clientOf(request: FastifyRequest, isOurs: (secret: unknown) => boolean): RequestClient {
  const { headers, ip, protocol, host } = request;
  const given = headers['x-forwarded-for'];
  const isPassedOn =
    typeof given === 'string' && headers[INTERNAL_HEADER] !== undefined && isOurs(headers[INTERNAL_HEADER]);
  const asked = isPassedOn ? given : ip;
  // A trusted proxy may send a text that is no address.
  const address = ipaddr.isValid(asked) ? asked : (request.socket.remoteAddress ?? asked);
  const described = isPassedOn
    ? { protocol: String(headers['x-forwarded-proto']), host: String(headers['x-forwarded-host']) }
    : { protocol, host };
  const team = headers[TEAM_HEADER];
  const teamId = isPassedOn && typeof team === 'string' ? team : undefined;
  return { address, ...described, network: networkOf(address), teamId };
}
