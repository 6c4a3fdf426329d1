import type { KnownKey } from '#/auth/key-answer.ts';

export function knownKey(environment: KnownKey['environment'] = 'TESTNET'): KnownKey {
  const plan = {
    id: 'unlimited',
    streamsPerKey: null,
    sendsPerMinute: null,
    workUnderWay: null,
    callsPerMonth: null,
    callsPerSecond: null,
  };
  return {
    id: 'key-1',
    environment,
    teamId: 'team-1',
    personId: null,
    plan,
    allowedNetworks: [],
    allowedOrigins: [],
    maySend: false,
    expiresAt: null,
  };
}
