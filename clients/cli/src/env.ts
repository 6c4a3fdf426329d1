import { homedir } from 'node:os';
import { join } from 'node:path';

/** Settings from the environment; options of a command come first. */
export interface Environment {
  /** Origin of the API, such as `https://api.example.org`. */
  url: string;
  /** An API key, which no argument holds, since a list of processes shows those; undefined: none is set. */
  key: string | undefined;
  /** Folder of the user's configuration for this program. */
  configFolder: string;
}

export function readEnvironment(): Environment {
  const { LEDGERGRAPH_URL, LEDGERGRAPH_KEY, XDG_CONFIG_HOME } = process.env;
  return {
    url: LEDGERGRAPH_URL || 'http://localhost:4000',
    key: LEDGERGRAPH_KEY || undefined,
    configFolder: join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'ledgergraph'),
  };
}
