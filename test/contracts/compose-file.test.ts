import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { INSTALLATION_SETTINGS } from '@ledgergraph/local/postgres/installation-settings';
import { inRepository } from '@ledgergraph/local/repository';
import { HEAP_FLAGS } from '@ledgergraph/local/stack/heap-flags';
import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { listOurImages } from '@ledgergraph/tools/containers/images';
import { parse } from 'yaml';
import { readCompose } from '../containers/stack/read-compose.ts';

const text = readFileSync(inRepository('docker-compose.yml'), 'utf8');
const example = parseEnv(readFileSync(inRepository('.env.example'), 'utf8'));
const required = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
const filled = Object.fromEntries(required.map((name) => [name, 'x'.repeat(48)]));
const services = readCompose({
  ...filled,
  LEDGERGRAPH_NODES_ENV: inRepository('deploy', 'compose', 'nodes.env.example'),
});

test('docker-compose.yml starts every service of the repository', () => {
  const images = new Set(Array.from(services.values(), ({ image }) => image));
  for (const { name } of listOurImages()) expect([...images]).toContain(`ledgergraph/${name}:latest`);
  const programs = Array.from(
    services,
    ([name, { command }]) => `${name} ${command.find((word) => !word.startsWith('--'))}`,
  );
  expect(programs).toEqual(expect.arrayContaining(['blocks-indexer src/indexer.ts', 'gateway src/main.ts']));
});

test('every path that a command names is in the repository, as seen from the workspace of its image', () => {
  const workspaces = new Map(listOurImages().map(({ name, workspace }) => [`ledgergraph/${name}:latest`, workspace]));
  const paths = Array.from(services.values()).flatMap(({ image, command }) => {
    const workspace = workspaces.get(image);
    if (workspace === undefined) return [];
    return command
      .filter((word) => word.endsWith('.ts') || word.startsWith('../'))
      .map((word) => join(workspace, word));
  });
  expect(paths).toEqual(expect.arrayContaining(['test/recordings/pchain-a', 'services/blocks/src/indexer.ts']));
  expect(paths.filter((path) => !existsSync(inRepository(path)))).toEqual([]);
});

test('every secret is required, and .env.example names it without a value', () => {
  expect(required).toEqual(
    expect.arrayContaining([
      'INTERNAL_SECRET',
      'KEY_PEPPER',
      'SESSION_SECRET',
      'WEBHOOK_SECRET_KEY',
      'POSTGRES_PASSWORD',
    ]),
  );
  for (const name of required) expect([name, example[name]]).toEqual([name, '']);
  expect(() => readCompose({ ...filled, KEY_PEPPER: '' })).toThrow('KEY_PEPPER');
});

test('write-env.sh makes every secret, no two equal, and adds those that an older .env lacks', async () => {
  const dir = await temporaryFolder();
  for (const file of ['.env.example', 'deploy/compose/write-env.sh']) cpSync(inRepository(file), join(dir, file));
  const write = (): Record<string, string | undefined> => {
    const { status, stderr } = spawnSync('sh', [join(dir, 'deploy/compose/write-env.sh')], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return parseEnv(readFileSync(join(dir, '.env'), 'utf8'));
  };
  const made = write();
  const secrets = new Set(required.map((name) => made[name]));
  expect(secrets.size).toBe(new Set(required).size);
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{48}$/);
  expect(write()).toEqual(made);

  const isNew = (name: string): boolean => name === 'WEBHOOK_SECRET_KEY' || name.startsWith('NATS_PASSWORD_');
  const older = Object.entries(made).filter(([name]) => !isNew(name));
  writeFileSync(join(dir, '.env'), older.map(([name, value]) => `${name}=${value}`).join('\n'));
  const newer = write();
  const added = required.filter(isNew);
  expect(added.length).toBeGreaterThan(6);
  const secret = expect.stringMatching(/^[0-9a-f]{48}$/);
  expect(newer).toEqual({ ...Object.fromEntries(older), ...Object.fromEntries(added.map((name) => [name, secret])) });
  expect(write()).toEqual(newer);
});

test('our containers have a read-only file system and no capabilities', () => {
  const ours = [...services].filter(([, { image }]) => image.startsWith('ledgergraph/'));
  for (const [name, { readOnly, capDrop }] of ours)
    expect({ name, readOnly, capDrop }).toEqual({ name, readOnly: true, capDrop: ['ALL'] });
});

test('the list of recorded networks agrees with the recordings', () => {
  const { networks } = parse(readFileSync(inRepository('deploy', 'compose', 'networks.recorded.yaml'), 'utf8'));
  const recorded = (['vrsctest-a', 'pchain-a'] as const).map((recording) => {
    const { chainId, name, environment, blockTimeSeconds } = readMeta(recordingDir(recording));
    return { chainId, name, environment, blockTimeSeconds };
  });
  expect(networks).toMatchObject(recorded);
});

test('Prometheus asks every process that has metrics', () => {
  const { scrape_configs } = parse(readFileSync(inRepository('deploy', 'compose', 'prometheus.yml'), 'utf8')) as {
    scrape_configs: { static_configs: { targets: string[] }[] }[];
  };
  const asked = scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap(({ targets }) => targets));
  const measured = [...services].filter(([, { environment }]) => environment.METRICS_PORT !== undefined);
  expect(asked.sort()).toEqual(measured.map(([name, { environment }]) => `${name}:${environment.METRICS_PORT}`).sort());
});

test.each(['api', 'indexer'] as const)('every %s gets the same heap wherever it is started', (role) => {
  const command = [...HEAP_FLAGS[role], `src/${role}.ts`];
  const commands = Array.from(services.values(), (service) => service.command);
  const ours = commands.filter((words) => words.includes(`src/${role}.ts`));
  expect(ours.length).toBeGreaterThan(3);
  for (const words of ours) expect(words).toEqual(command);
  const manifest = readFileSync(inRepository('deploy', 'k8s', 'shared', role, 'deployment.yaml'), 'utf8');
  const deployment = parse(manifest);
  expect(deployment.spec.template.spec.containers[0].command).toEqual(['node', ...command]);
});

test('Postgres gets the same settings as from npm start', () => {
  const { command } = services.get('postgres') ?? { command: [] };
  const settings = command.filter((_, index) => command[index - 1] === '-c');
  expect(settings).toEqual(Object.entries(INSTALLATION_SETTINGS).map(([name, value]) => `${name}=${value}`));
});

test('a gateway gets the same memory settings wherever it is started, and where it is measured', () => {
  const { environment, command } = services.get('gateway') ?? { environment: {}, command: [] };
  const settings = Object.entries(environment).filter(([name]) => name.startsWith('MALLOC_'));
  const flag = command.find((word) => word.startsWith('--')) ?? '';
  expect(settings.map(([name]) => name)).toEqual([
    'MALLOC_ARENA_MAX',
    'MALLOC_TRIM_THRESHOLD_',
    'MALLOC_MMAP_THRESHOLD_',
  ]);
  expect(flag).toMatch(/^--max-semi-space-size=\d+$/);
  const others = [
    'deploy/k8s/teams/gateway/deployment.yaml',
    'deploy/local/src/stack/steps/start-services.ts',
    'test/bench/gateway/gateway-process.ts',
  ];
  for (const file of others) {
    const other = readFileSync(inRepository(...file.split('/')), 'utf8');
    expect({ file, other }).toEqual({ file, other: expect.stringContaining(flag) });
    for (const [name, value] of settings) {
      const pattern = new RegExp(`${name}(?:, value)?: ["']${value}["']`);
      expect({ file, other }).toEqual({ file, other: expect.stringMatching(pattern) });
    }
  }
});
