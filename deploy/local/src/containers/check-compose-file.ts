import { execa } from 'execa';
import { inRepository, repositoryDir } from '#/repository.ts';

/** Clients of Compose, in the order in which they are looked for: version 2, then what Debian 12 has. */
const CLIENTS = [['docker', 'compose'], ['docker-compose']] as const;
/** What .env would hold; nothing is started with it. */
const SECRETS = ['INTERNAL_SECRET', 'KEY_PEPPER', 'SESSION_SECRET', 'POSTGRES_PASSWORD', 'RECORDED_NODE_PASSWORD'];

/**
 * Has Compose itself read docker-compose.yml, profiles included. Says so where no client is installed.
 * @throws Error with what Compose finds wrong
 */
export async function checkComposeFile(say: (text: string) => void): Promise<void> {
  for (const [program, ...first] of CLIENTS) {
    const version = await execa(program, [...first, 'version'], { reject: false });
    if (version.failed) continue;
    const env = {
      ...Object.fromEntries([...SECRETS, 'GRAFANA_PASSWORD'].map((name) => [name, 'x'.repeat(32)])),
      COMPOSE_PROFILES: 'recorded,observability',
      LEDGERGRAPH_NODES_ENV: inRepository('deploy', 'compose', 'nodes.env.example'),
    };
    const file = ['--file', inRepository('docker-compose.yml'), 'config', '--quiet'];
    const result = await execa(program, [...first, ...file], { env, cwd: repositoryDir, reject: false, all: true });
    if (result.failed) throw new Error(`docker-compose.yml: ${result.all}`);
    say(`docker-compose.yml is valid (${[program, ...first].join(' ')})`);
    return;
  }
  say('docker-compose.yml was not read by Compose: no client of it here');
}
