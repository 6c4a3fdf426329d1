import { KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { Answer, GatewayStand, KeyFields } from './gateway-stand.ts';

export const NETWORKS = '{"query":"{ networks { name } }"}';

const STATUSES = ['ANSWERED', 'REJECTED', 'RATE_LIMITED', 'QUOTA_EXCEEDED', 'FAILED'] as const;

export interface LimitedKey {
  key: string;
  id: string;
  teamId: string;
}

export class LimitedKeys {
  readonly #stand: GatewayStand;
  #made = 0;

  constructor(stand: GatewayStand) {
    this.#stand = stand;
  }

  /** A new team's key, by default live and without limits. */
  make({ month, second, ...fields }: Partial<KeyFields> & { month?: bigint; second?: number } = {}): LimitedKey {
    const environment = fields.environment ?? KeyEnvironment.LIVE;
    const key = generateApiKey('lg', environment === KeyEnvironment.LIVE ? 'live' : 'test');
    const [id, teamId] = [`limited-${++this.#made}`, `team-of-limited-${this.#made}`];
    const plan = {
      id: 'some',
      ...(month !== undefined && { callsPerMonth: month }),
      ...(second !== undefined && { callsPerSecond: second }),
    };
    this.#stand.keys.set(key, { id, teamId, plan, ...fields, environment });
    return { key, id, teamId };
  }

  ask(key: string, body = NETWORKS, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#stand.fetch('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body,
    });
  }

  /** By status; waits until there are that many. */
  async reported(id: string, calls: number): Promise<Record<string, number>> {
    const read = () => STATUSES.map((name) => [name, this.#stand.quotas.calls(id, CallStatus[name])] as const);
    await waitFor(() => read().reduce((sum, [, count]) => sum + count, 0) >= calls, {
      what: `${calls} calls reported`,
    });
    return Object.fromEntries(read().filter(([, count]) => count > 0));
  }
}
