import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';

/** Values of .env; nothing is started with them. */
const SECRETS = [
  'INTERNAL_SECRET',
  'KEY_PEPPER',
  'SESSION_SECRET',
  'WEBHOOK_SECRET_KEY',
  'POSTGRES_PASSWORD',
  'RECORDED_NODE_PASSWORD',
];

/**
 * Has Compose itself read docker-compose.yml, profiles included.
 * @param compose its command, as words
 * @throws Error with what Compose finds wrong
 */
export async function checkComposeFile(
  [program = '', ...first]: readonly string[],
  say: (text: string) => void,
): Promise<void> {
  const env = {
    ...Object.fromEntries([...SECRETS, 'GRAFANA_PASSWORD'].map((name) => [name, 'x'.repeat(32)])),
    COMPOSE_PROFILES: 'recorded,observability',
    LEDGERGRAPH_NODES_ENV: inRepository('deploy', 'compose', 'nodes.env.example'),
  };
  const file = ['--file', inRepository('docker-compose.yml'), 'config', '--quiet'];
  const result = await execa(program, [...first, ...file], { env, cwd: repositoryDir, reject: false, all: true });
  if (result.failed) throw new Error(`docker-compose.yml: ${result.all}`);
  say(`docker-compose.yml is valid (${[program, ...first].join(' ')})`);
}
