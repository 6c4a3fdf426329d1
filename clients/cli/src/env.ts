import { homedir } from 'node:os';
import { join } from 'node:path';

/** Options of a command come first. */
export interface Environment {
  url: string;
  /** Never an argument, since a list of processes shows those. */
  key: string | undefined;
  operatorToken: string | undefined;
  keyBrand: string;
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
