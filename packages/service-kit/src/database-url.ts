import { z } from 'zod';

const TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type Target = (typeof TARGETS)[number];

export interface DatabaseUrl {
  /** In the order of preference; at least one. */
  servers: readonly string[];
  target: Target;
  connectTimeoutMs: number;
}

/** If another server can be asked, a short wait finds it sooner; a busy process connects slowly to an only one. */
const CONNECT_TIMEOUT_SECONDS = { choice: '3', only: '10' };
const SERVERS_MAX = 16;
const PORT_MAX = 65_535;
/** Scheme, user and password, hosts, database, parameters. Node's own URL takes one host only. */
const FORM = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
/** The host is a name, an IPv4 address or an IPv6 address in brackets. */
const SERVER = /^(?:\[[0-9a-fA-F:.]+\]|[^:[\]\s]+)(?::(\d+))?$/;

/** A fault is described without the setting itself, which holds a password. */
export const databaseUrl = z
  .string()
  .superRefine((setting, context) => {
    const fault = parse(setting);
    if (typeof fault === 'string') context.addIssue({ code: 'custom', message: fault });
  })
  .describe(
    "The service's own Postgres database. It may name several servers, as in libpq: `postgresql://user:password@a:5432,b:5432/name?target_session_attrs=read-write`. `connect_timeout`: seconds for each.",
  );

/**
 * Several servers are named as in libpq: `postgresql://user:password@a:5432,b:5433/name?target_session_attrs=read-write`.
 * @throws Error without the string itself
 */
export function parseDatabaseUrl(setting: string): DatabaseUrl {
  const parsed = parse(setting);
  if (typeof parsed === 'string') throw new Error(`the connection string of the database: ${parsed}`);
  return parsed;
}

export function withDatabase(setting: string, name: string): string {
  return setting.replace(FORM, (_all, scheme, login, hosts, _path, query) => {
    const parameters = query === undefined ? '' : `?${query}`;
    return `${scheme}${login}${hosts}/${encodeURIComponent(name)}${parameters}`;
  });
}

/** '' without one. */
export function databaseName(setting: string): string {
  return decodeURIComponent(FORM.exec(setting)?.[4]?.slice(1) ?? '');
}

function parse(setting: string): DatabaseUrl | string {
  const found = FORM.exec(setting);
  if (found === null) return 'must be postgresql://user:password@host:port,host:port/database';
  const [, scheme, login, hosts = '', path = '', query = ''] = found;
  const parameters = new URLSearchParams(query);
  const target = parameters.get('target_session_attrs');
  const names = hosts.split(',');
  const standard = names.length === 1 && target === null ? 'only' : 'choice';
  const timeout = parameters.get('connect_timeout') ?? CONNECT_TIMEOUT_SECONDS[standard];
  parameters.delete('target_session_attrs');
  parameters.delete('connect_timeout');
  const fault = findFault(names, target, timeout);
  if (fault !== undefined) return fault;
  const rest = parameters.size === 0 ? '' : `?${parameters}`;
  const servers = names.map((name) => `${scheme}${login}${name}${path}${rest}`);
  if (!servers.every(isUrl)) return 'must be a URL: encode what is special in the user and the password as %XX';
  return { servers, target: (target ?? 'any') as Target, connectTimeoutMs: Number(timeout) * 1_000 };
}

function findFault(names: readonly string[], target: string | null, timeout: string): string | undefined {
  if (names.length > SERVERS_MAX) return `names more than ${SERVERS_MAX} hosts`;
  // Without a host a parameter names it, or a socket.
  const wrong = names.length === 1 && names[0] === '' ? -1 : names.findIndex((name) => !isServer(name));
  if (wrong !== -1) return `host ${wrong + 1} must be a name or an address with a port from 1 to ${PORT_MAX}, or none`;
  if (target !== null && !(TARGETS as readonly string[]).includes(target)) {
    return `target_session_attrs must be one of ${TARGETS.join(', ')}`;
  }
  // libpq's own default, any, would write to a server that only reads.
  if (target === null && names.length > 1) return 'several hosts need target_session_attrs, such as read-write';
  if (!/^[1-9]\d{0,2}$/.test(timeout)) return 'connect_timeout must be 1 to 999 seconds';
  return undefined;
}

function isServer(name: string): boolean {
  const found = SERVER.exec(name);
  if (found === null) return false;
  const port = Number(found[1] ?? '5432');
  return port >= 1 && port <= PORT_MAX;
}

function isUrl(text: string): boolean {
  // The driver takes a host that a parameter names; Node's URL does not.
  return URL.canParse(text) || URL.canParse(text.replace(/@?\//, '@localhost/'));
}
