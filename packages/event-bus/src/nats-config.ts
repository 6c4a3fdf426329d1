import { busRights } from '@ledgergraph/proto-schemas/bus-rights';
import type { Subject } from '@ledgergraph/proto-schemas/subjects';

/** A service at the broker. */
export interface BusUser {
  /** Name of the service. */
  name: string;
  /** As the file has it: a quoted text, or the name of an environment variable with `$`. */
  password: string;
}

export interface NatsConfigOptions {
  /** Address and port where clients connect. */
  listen: string;
  /** NATS_SUBJECT_PREFIX of the installation. */
  prefix: string;
  users: readonly BusUser[];
}

/** Permissions of a user, as a configuration of nats-server has them. */
export interface NatsPermissions {
  publish: { allow: string[] } | { deny: string[] };
  subscribe: { allow: string[] } | { deny: string[] };
}

/**
 * Limits of the broker: it carries small bells between a few processes. Bytes, and durations in the notation of NATS.
 * The largest message names every team that was called within 100 ms, at some 45 bytes each. A client that does not log in
 * loses its connection after `timeout` seconds, one that does not read after `write_deadline`.
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

/** Seconds in which a client must log in. */
export const NATS_LOGIN_SECONDS = 5;

/** Returns what a service may do at the broker, by the one table of rights. A list without an entry would allow everything. */
export function natsPermissions(service: string, prefix: string): NatsPermissions {
  const { publish, subscribe } = busRights(service);
  const only = (subjects: readonly Subject[]): NatsPermissions['publish'] =>
    subjects.length === 0 ? { deny: ['>'] } : { allow: subjects.map((subject) => `${prefix}.${subject}`) };
  return { publish: only(publish), subscribe: only(subscribe) };
}

/**
 * Renders the configuration of a nats-server (2.9 or newer) that lets in the given users only. It opens no monitoring port and
 * has no JetStream. A file with passwords must be readable by the server alone.
 */
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
