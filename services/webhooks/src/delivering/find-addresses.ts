import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** For all questions about a name. */
const DEADLINE_MS = 5_000;
const TRY = { timeout: 2_000, tries: 2 };
/** RFC 6761, 6.3: such names lead to this machine, and are not asked of the DNS. */
const LOCALHOST = /^(.+\.)?localhost\.?$/i;
const LOOPBACK = ['127.0.0.1', '::1'];

/** Empty also if no server answers in time. */
export type FindAddresses = (host: string) => Promise<string[]>;

/** The system's look-up would hold one of the process's few threads while a server is silent. */
export function createFindAddresses({
  servers,
  deadlineMs = DEADLINE_MS,
}: {
  servers?: string[];
  deadlineMs?: number;
} = {}): FindAddresses {
  return async (host) => {
    if (isIP(host) !== 0) return [host];
    if (LOCALHOST.test(host)) return LOOPBACK;
    const resolver = new Resolver(TRY);
    if (servers !== undefined) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), deadlineMs);
    const found = await Promise.all([resolver.resolve4(host).catch(() => []), resolver.resolve6(host).catch(() => [])]);
    clearTimeout(deadline);
    return found.flat();
  };
}
