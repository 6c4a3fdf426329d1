import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { TeamService } from '@ledgergraph/proto-schemas/accounts/v1/teams';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';

export interface TeamAccess {
  /** Null: no key works. */
  keyHashes: { live: Uint8Array | null; test: Uint8Array | null };
  endpointsMax: number | null;
  deliveriesPerSecond: number | null;
  bytesPerEndpoint: number | null;
}

export interface Accounts {
  /** Null: the team was deleted. @throws ConnectError while accounts is away */
  access(teamId: string): Promise<TeamAccess | null>;
  /** @throws ConnectError; then the mail was not handed over */
  mailDisabled(teamId: string, url: string, reason: string): Promise<void>;
}

export function connectAccounts(baseUrl: string, secret: string): Accounts {
  const client = createClient(TeamService, createInternalTransport(baseUrl, secret));
  return {
    access: async (teamId) => {
      try {
        const { liveKeyHash, testKeyHash, endpointsMax, deliveriesPerSecond, megabytesPerEndpoint } =
          await client.getWebhookAccess({ teamId });
        return {
          keyHashes: { live: liveKeyHash ?? null, test: testKeyHash ?? null },
          endpointsMax: endpointsMax ?? null,
          deliveriesPerSecond: deliveriesPerSecond ?? null,
          bytesPerEndpoint: megabytesPerEndpoint === undefined ? null : megabytesPerEndpoint * 1_000_000,
        };
      } catch (error) {
        if (error instanceof ConnectError && error.code === Code.NotFound) return null;
        throw error;
      }
    },
    mailDisabled: async (teamId, url, reason) => {
      await client.mailEndpointDisabled({ teamId, url, reason });
    },
  };
}
