import type { Me } from '@ledgergraph/dashboard-api/contract';
import { CommandError } from '@ledgergraph/dashboard-api/output';
import { type RequestOptions, request, type Site } from '@ledgergraph/dashboard-api/request';
import { readEnvironment } from './env.ts';
import { SessionFile } from './session-file.ts';

/** The place, the session and the key that commands work with. */
export interface Context {
  /** Where the API is, with the session of its user if there is one. */
  site: Site;
  /** An API key; undefined: none was given. */
  key: string | undefined;
  sessions: SessionFile;
  /** Asks the dashboard's API. @throws ApiError */
  ask: <Answer>(path: string, options?: RequestOptions) => Promise<Answer>;
  /** The path of a team: the one that is named, or else the only one. @throws CommandError, ApiError */
  teamPath: (team: string | undefined) => Promise<string>;
}

/** Makes commander's action of a command. */
export type Run = <Args extends unknown[]>(
  command: (context: Context, ...args: Args) => Promise<void>,
) => (...args: Args) => Promise<void>;

/** Options of the program, before those of a command. */
export type GlobalOptions = { url?: string; insecure?: true };

/** Hosts to which http stays on this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** @throws CommandError if the URL is not one, or leads over a network without encryption */
export async function createContext(options: GlobalOptions): Promise<Context> {
  const environment = readEnvironment();
  const url = options.url ?? environment.url;
  if (!/^https?:/.test(url) || !URL.canParse(url)) throw new CommandError(`${JSON.stringify(url)} is not a URL.`);
  const { origin, protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !LOOPBACK.test(hostname) && !options.insecure)
    throw new CommandError(`${origin} would get passwords and keys unencrypted. Use https, or put --insecure first.`);
  const sessions = new SessionFile(environment.configFolder);
  const cookie = (await sessions.find(origin))?.cookie;
  const { key } = environment;
  // A key that manages its team does in the place of a session, such as in a pipeline.
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
  return { site, key, sessions, ask, teamPath };
}
