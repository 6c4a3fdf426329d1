import { createHmac, randomBytes } from 'node:crypto';
import { readKeptJson, writePrivate } from './kept-json.ts';

/** Made once per data folder. */
export interface Secrets {
  internalSecret: string;
  keyPepper: string;
  sessionSecret: string;
  webhookSecretKey: string;
  postgresPassword: string;
  nodePassword: string;
  busSecret: string;
}

const NAMES = [
  'internalSecret',
  'keyPepper',
  'sessionSecret',
  'webhookSecretKey',
  'postgresPassword',
  'nodePassword',
  'busSecret',
] as const;

export async function loadSecrets(file: string): Promise<Secrets> {
  const kept = (await readKeptJson(file)) as Partial<Secrets> | undefined;
  const entries = NAMES.map((name) => [name, kept?.[name] ?? randomBytes(24).toString('hex')] as const);
  const secrets = Object.fromEntries(entries) as unknown as Secrets;
  if (NAMES.some((name) => kept?.[name] === undefined)) await writePrivate(file, JSON.stringify(secrets, null, 2));
  return secrets;
}

/** Different for each service, so that none can act as another. */
export function busPassword({ busSecret }: Pick<Secrets, 'busSecret'>, service: string): string {
  return createHmac('sha256', busSecret).update(service).digest('hex');
}
