import type { Key, KeyPage, Me } from '@ledgergraph/dashboard-api/contract';
import { CommandError } from '@ledgergraph/dashboard-api/output';
import { type RequestOptions, readPages, request, type Site } from '@ledgergraph/dashboard-api/request';
import { readEnvironment } from './env.ts';
import { SessionFile } from './session-file.ts';

export interface TeamContext {
  /** @throws ApiError */
  ask: <Answer>(path: string, options?: RequestOptions) => Promise<Answer>;
  /** @param team absent: the usual one. @throws CommandError, ApiError */
  teamPath: (team: string | undefined) => Promise<string>;
  /** By its id or its last four characters. @throws CommandError, ApiError */
  findKey: (wanted: string, team: string | undefined) => Promise<{ path: string; masked: string }>;
}

export interface Context extends TeamContext {
  site: Site;
  /** Undefined: none was given. */
  key: string | undefined;
  sessions: SessionFile;
}

export type Run<Given = Context> = <Args extends unknown[]>(
  command: (context: Given, ...args: Args) => Promise<void>,
) => (...args: Args) => Promise<void>;

export type GlobalOptions = { url?: string; insecure?: true };

/** Hosts to which http stays on this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** @throws CommandError if the URL is invalid, or leads over a network without encryption */
export async function createContext(options: GlobalOptions): Promise<Context> {
  const environment = readEnvironment();
  const origin = readOrigin(options.url ?? environment.url, options);
  const sessions = new SessionFile(environment.configFolder);
  const cookie = (await sessions.find(origin))?.cookie;
  const { key } = environment;
  // A key that manages its team replaces a session, for example in a pipeline.
  const byKey = cookie === undefined && key !== undefined;
  const headers = byKey ? { authorization: `Bearer ${key}` } : { origin, ...(cookie !== undefined && { cookie }) };
  const site: Site = { origin, headers };
  const ask: Context['ask'] = (path, asked) => request(path, { ...asked, site });
  const teamPath = async (team: string | undefined): Promise<string> => {
    const { teams } = await ask<Me>('/me');
    const [found, ...others] = team === undefined ? teams : teams.filter(({ id, slug }) => [id, slug].includes(team));
    if (found === undefined)
      throw new CommandError(team === undefined ? 'You are in no team.' : `You are in no team ${team}.`);
    if (others.length > 0)
      throw new CommandError(`Name a team with --team: ${teams.map(({ slug }) => slug).join(', ')}`);
    return `/teams/${found.id}`;
  };
  const findKey: Context['findKey'] = async (wanted, team) => {
    const path = `${await teamPath(team)}/keys`;
    const keys = (await readPages<KeyPage>(ask, path)).flatMap((page) => page.keys);
    return chooseKey(keys, wanted, path);
  };
  return { site, key, sessions, ask, teamPath, findKey };
}

/** @throws CommandError */
export function readOrigin(url: string, { insecure }: GlobalOptions): string {
  if (!/^https?:/.test(url) || !URL.canParse(url)) throw new CommandError(`${JSON.stringify(url)} is not a URL.`);
  const { origin, protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !LOOPBACK.test(hostname) && !insecure)
    throw new CommandError(`${origin} would get passwords and keys unencrypted. Use https, or put --insecure first.`);
  return origin;
}

/** Several keys may have the same last four characters: the only working one counts. @throws CommandError */
function chooseKey(keys: readonly Key[], wanted: string, path: string): { path: string; masked: string } {
  const named = keys.filter(({ id, masked }) => id === wanted || (wanted.length === 4 && masked.endsWith(wanted)));
  const working = named.filter(({ state }) => state === 'active');
  const [found, ...others] = named.length > 1 && working.length === 1 ? working : named;
  if (found === undefined) throw new CommandError(`The team has no key ${wanted}.`);
  if (others.length > 0)
    throw new CommandError(`Several keys end so. Give an id: ${named.map(({ id }) => id).join(', ')}`);
  return { path: `${path}/${found.id}`, masked: found.masked };
}
