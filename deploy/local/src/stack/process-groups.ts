import { HEAP_FLAGS } from './heap-flags.ts';
import type { LocalRole } from './local-role.ts';

export interface ProcessGroup {
  name: string;
  roles: readonly LocalRole[];
  flags: readonly string[];
  env: Record<string, string>;
}

/** As in the images and docker-compose.yml, and for their reasons. */
const MALLOC = { MALLOC_ARENA_MAX: '2' };
const GATEWAY_MALLOC = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_MMAP_THRESHOLD_: '32768' };

/**
 * `few`: the gateway is separate, because an indexer's batch would delay its clients. `one-per-role`: a role's process can be paused,
 * killed and measured alone.
 */
export function groupRoles(roles: readonly LocalRole[], processes: 'few' | 'one-per-role'): ProcessGroup[] {
  const nameOf = ({ kind, name }: LocalRole): string =>
    processes === 'one-per-role' || kind === 'gateway' ? name : 'services';
  return Array.from(Map.groupBy(roles, nameOf), ([name, members]) => ({
    name,
    roles: members,
    flags: flagsOf(members),
    env: { ...(name === 'gateway' ? GATEWAY_MALLOC : MALLOC), ...environmentOf(members) },
  }));
}

function flagsOf(roles: readonly LocalRole[]): readonly string[] {
  const kinds = new Set(roles.map(({ kind }) => kind));
  const [kind] = kinds;
  return HEAP_FLAGS[kinds.size === 1 && kind !== undefined ? kind : 'several'];
}

/** Several roles in a process need prefixes: `MARKETS_API_PORT`. */
function environmentOf(roles: readonly LocalRole[]): Record<string, string> {
  const [only] = roles;
  if (only !== undefined && roles.length === 1) return only.env;
  const prefixed = roles.flatMap(({ name, env }) =>
    Object.entries(env).map(([variable, value]) => [`${name.toUpperCase().replaceAll('-', '_')}_${variable}`, value]),
  );
  return Object.fromEntries(prefixed);
}
