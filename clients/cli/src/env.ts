import { homedir } from 'node:os';
import { join } from 'node:path';

/** Settings from the environment; options of a command come first. */
export interface Environment {
  /** Origin of the API, such as `https://api.example.org`. */
  url: string;
  /** An API key, which no argument holds, since a list of processes shows those; undefined: none is set. */
  key: string | undefined;
  /** Token of an operator; undefined: none is set. */
  operatorToken: string | undefined;
  /** First part of the keys of an operator's installation. */
  keyBrand: string;
  /** Folder of the user's configuration for this program. */
  configFolder: string;
}

export function readEnvironment(): Environment {
  const { LEDGERGRAPH_URL, LEDGERGRAPH_KEY, LEDGERGRAPH_OPERATOR_TOKEN, KEY_BRAND, XDG_CONFIG_HOME } = process.env;
  return {
    url: LEDGERGRAPH_URL || 'http://localhost:4000',
    key: LEDGERGRAPH_KEY || undefined,
    operatorToken: LEDGERGRAPH_OPERATOR_TOKEN || undefined,
    keyBrand: KEY_BRAND || 'lg',
    configFolder: join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'ledgergraph'),
  };
}
