import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';

/** Profiles included. @param compose its command, as words @throws Error with what Compose finds wrong */
export async function checkComposeFile(
  [program = '', ...first]: readonly string[],
  report: (text: string) => void,
): Promise<void> {
  const env = {
    ...Object.fromEntries(secretNames().map((name) => [name, 'x'.repeat(32)])),
    COMPOSE_PROFILES: 'roles,small,recorded,observability',
    LEDGERGRAPH_NODES_ENV: inRepository('deploy', 'compose', 'nodes.env.example'),
  };
  const file = ['--file', inRepository('docker-compose.yml'), 'config', '--quiet'];
  const result = await execa(program, [...first, ...file], { env, cwd: repositoryDir, reject: false, all: true });
  if (result.failed) throw new Error(`docker-compose.yml: ${result.all}`);
  report(`docker-compose.yml is valid (${[program, ...first].join(' ')})`);
}

/** The example leaves each secret empty. */
function secretNames(): string[] {
  const example = parseEnv(readFileSync(inRepository('.env.example'), 'utf8'));
  return Object.entries(example).flatMap(([name, value]) =>
    value === '' && /SECRET|PASSWORD|PEPPER/.test(name) ? [name] : [],
  );
}
