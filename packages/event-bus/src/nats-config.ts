import { busRights } from '@ledgergraph/proto-schemas/bus-rights';
import type { Subject } from '@ledgergraph/proto-schemas/subjects';

export interface BusUser {
  name: string;
  /** As in the file: quoted, or an environment variable with `$`. */
  password: string;
}

export interface NatsConfigOptions {
  listen: string;
  prefix: string;
  users: readonly BusUser[];
}

export interface NatsPermissions {
  publish: { allow: string[] } | { deny: string[] };
  subscribe: { allow: string[] } | { deny: string[] };
}

/**
 * In bytes, and durations in the notation of NATS. The largest message names every team that was called within 100 ms, at some 45 bytes
 * each. `write_deadline` ends clients that do not read.
 */
export const NATS_LIMITS = {
  max_connections: 512,
  max_control_line: 1_024,
  max_payload: 262_144,
  max_pending: 8_388_608,
  max_subscriptions: 32,
  ping_interval: '20s',
  ping_max: 2,
  write_deadline: '2s',
} as const;

export const NATS_LOGIN_SECONDS = 5;

/** A list without an entry would allow everything. */
export function natsPermissions(service: string, prefix: string): NatsPermissions {
  const { publish, subscribe } = busRights(service);
  const only = (subjects: readonly Subject[]): NatsPermissions['publish'] =>
    subjects.length === 0 ? { deny: ['>'] } : { allow: subjects.map((subject) => `${prefix}.${subject}`) };
  return { publish: only(publish), subscribe: only(subscribe) };
}

/** For nats-server 2.9 or newer, without monitoring port and JetStream. A file with passwords must be readable by the server alone. */
export function renderNatsConfig({ listen, prefix, users }: NatsConfigOptions): string {
  const limits = Object.entries(NATS_LIMITS).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const entries = users.map(
    ({ name, password }) =>
      `    { user: ${JSON.stringify(name)}, password: ${password}, permissions: ${JSON.stringify(natsPermissions(name, prefix))} }`,
  );
  return [
    `listen: ${JSON.stringify(listen)}`,
    ...limits,
    'authorization {',
    `  timeout: ${NATS_LOGIN_SECONDS}`,
    '  users: [',
    ...entries,
    '  ]',
    '}',
    '',
  ].join('\n');
}
