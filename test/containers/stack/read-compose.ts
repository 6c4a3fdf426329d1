import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { inRepository } from '@ledgergraph/local/repository';
import { parse } from 'yaml';

export interface ComposeService {
  image: string;
  /** In place of the image's. */
  entrypoint: string[] | undefined;
  command: string[];
  environment: Record<string, string>;
  /** Absolute path here, and path in the container. */
  files: { source: string; target: string }[];
  tmpfs: string[];
  readOnly: boolean;
  capDrop: string[];
  securityOptions: string[];
  /** none: the image's own, or it is a job. */
  healthCommand: string[] | undefined;
  hasNoHealth: boolean;
  /** Ends by itself, and must end well. */
  isJob: boolean;
  /** none: it always starts. */
  profiles: string[];
}

interface Written {
  image?: string;
  profiles?: string[];
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string | number>;
  env_file?: string[];
  volumes?: string[];
  tmpfs?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  restart?: string;
}

/** @param variables as in .env @throws Error naming a required variable that is missing */
export function readCompose(variables: Record<string, string>): Map<string, ComposeService> {
  const text = interpolate(readFileSync(inRepository('docker-compose.yml'), 'utf8'), variables);
  const { services } = parse(text, { merge: true, maxAliasCount: -1 }) as { services: Record<string, Written> };
  return new Map(Object.entries(services).map(([name, written]) => [name, toService(written)]));
}

function toService(written: Written): ComposeService {
  const fromFiles = (written.env_file ?? []).map((file) => parseEnv(readFileSync(file, 'utf8')));
  const { test, disable = false } = written.healthcheck ?? {};
  const { volumes = [], environment = {} } = written;
  const own = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));
  const named = volumes.filter((volume) => !isFile(volume)).map((volume) => toFile(volume).target);
  return {
    image: written.image ?? '',
    entrypoint: written.entrypoint,
    command: written.command ?? [],
    environment: { ...(Object.assign({}, ...fromFiles) as Record<string, string>), ...own },
    files: volumes.filter(isFile).map(toFile),
    // Named volumes are left out: data lasts as long as the container.
    tmpfs: [...(written.tmpfs ?? []), ...(written.read_only ? named : [])],
    readOnly: written.read_only ?? false,
    capDrop: written.cap_drop ?? [],
    securityOptions: written.security_opt ?? [],
    healthCommand: test?.slice(1),
    hasNoHealth: disable,
    isJob: written.restart === 'on-failure',
    profiles: written.profiles ?? [],
  };
}

function isFile(volume: string): boolean {
  return /^[./]/.test(volume);
}

function toFile(volume: string): { source: string; target: string } {
  const [source = '', target = ''] = volume.split(':');
  return { source: source.startsWith('/') ? source : inRepository(source), target };
}

function interpolate(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = variables[name];
    if (value !== undefined && value !== '') return value;
    if (kind === '-') return rest ?? '';
    throw new Error(`docker-compose.yml needs ${name}: ${rest ?? 'set it'}`);
  });
}
