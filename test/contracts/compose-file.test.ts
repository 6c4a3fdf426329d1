import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { INSTALLATION_SETTINGS } from '@ledgergraph/local/postgres/installation-settings';
import { inRepository } from '@ledgergraph/local/repository';
import { HEAP_FLAGS } from '@ledgergraph/local/stack/heap-flags';
import { findRoles } from '@ledgergraph/program/run/find-roles';
import { DEMO_RECORDINGS } from '@ledgergraph/recorded-node/demo-recordings';
import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { imageName, ONE_IMAGE } from '@ledgergraph/tools/containers/images';
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

const ONE = imageName(ONE_IMAGE.name);
const PROGRAM = 'deploy/program/src/main.ts';

function started(...profiles: string[]): string[] {
  return [...services].flatMap(([name, service]) =>
    service.profiles.length === 0 || service.profiles.some((profile) => profiles.includes(profile)) ? [name] : [],
  );
}

function rolesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const { entrypoint = [], command = [] } = services.get(name) ?? {};
    if (!entrypoint.includes(PROGRAM)) return [];
    expect(entrypoint.slice(-2)).toEqual([PROGRAM, 'run']);
    return command.flatMap((word) => (word === 'all' ? [...findRoles().keys()] : word));
  });
}

test('every process of ours is of the one image', () => {
  const images = new Map(Array.from(services, ([name, { image }]) => [name, image]));
  for (const name of ['postgres', 'nats', 'prometheus', 'grafana']) expect(images.delete(name)).toBe(true);
  expect(new Set(images.values())).toEqual(new Set([ONE]));
});

test.each([['roles'], ['small']])('the profile %s runs every role of the repository once', (profile) => {
  expect(rolesOf(started(profile)).sort()).toEqual([...findRoles().keys()].sort());
  expect(started(profile)).toEqual(expect.arrayContaining(['postgres', 'nats', 'migrate', 'demo-keys']));
});

test('a new installation starts a container for each role, and the profile small one for all', () => {
  const profiles = (example.COMPOSE_PROFILES ?? '').split(',');
  for (const role of findRoles().keys()) expect(rolesOf([role])).toEqual([role]);
  expect(started(...profiles)).toEqual(expect.arrayContaining([...findRoles().keys(), 'nodes']));
  expect(started(...profiles)).not.toContain('all');
  expect(started('small', 'recorded').sort()).toEqual(['all', 'demo-keys', 'migrate', 'nats', 'nodes', 'postgres']);
});

test('every path that a command names is in the repository', () => {
  const paths = Array.from(services.values()).flatMap(({ image, entrypoint = [], command }) =>
    image === ONE ? [...entrypoint, ...command].filter((word) => /^[a-z].*[/]/.test(word)) : [],
  );
  expect(paths).toEqual(expect.arrayContaining(['deploy/recorded-node/src/main.ts', PROGRAM]));
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

test('write-env.sh makes every secret, no two equal, and adds those that .env lacks', async () => {
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
  const kept = Object.entries(made).filter(([name]) => !isNew(name));
  writeFileSync(join(dir, '.env'), kept.map(([name, value]) => `${name}=${value}`).join('\n'));
  const completed = write();
  const added = required.filter(isNew);
  expect(added.length).toBeGreaterThan(6);
  const secret = expect.stringMatching(/^[0-9a-f]{48}$/);
  expect(completed).toEqual({
    ...Object.fromEntries(kept),
    ...Object.fromEntries(added.map((name) => [name, secret])),
  });
  expect(write()).toEqual(completed);
});

test('our containers have a read-only file system and no capabilities', () => {
  const ours = [...services].filter(([, { image }]) => image === ONE);
  expect(ours.length).toBeGreaterThan(10);
  for (const [name, { readOnly, capDrop }] of ours)
    expect({ name, readOnly, capDrop }).toEqual({ name, readOnly: true, capDrop: ['ALL'] });
});

test('Compose serves the chains of npm start: its list of networks names their nodes, each at its port', () => {
  const { networks } = parse(readFileSync(inRepository('deploy', 'compose', 'networks.recorded.yaml'), 'utf8'));
  const metas = DEMO_RECORDINGS.map((recording) => readMeta(recordingDir(recording)));
  const first = (environment: string): unknown => metas.find((meta) => meta.environment === environment);
  const login = { userEnv: 'RECORDED_NODE_USER', passwordEnv: 'RECORDED_NODE_PASSWORD' };
  const served = metas.map((meta, index) => {
    const { chainId, name, environment, blockTimeSeconds } = meta;
    return {
      chainId,
      name,
      environment,
      blockTimeSeconds,
      ...(first(environment) === meta && { default: true }),
      endpoints: [{ url: `http://nodes:${8080 + index}`, ...login }],
      zmq: `tcp://nodes:${28332 + index}`,
    };
  });
  expect(networks).toEqual(served);
  const { command } = services.get('nodes') ?? { command: [] };
  expect(command).toEqual(expect.arrayContaining(['--port=8080', '--zmq=28332']));
  // Only the demo has them.
  expect(command.filter((word) => word.includes('recording'))).toEqual([]);
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
  const command = ['node', ...HEAP_FLAGS[role], PROGRAM, 'run'];
  const ours = [...services].filter(([name]) => name.endsWith(`-${role}`));
  expect(ours.length).toBeGreaterThan(3);
  for (const [, { entrypoint }] of ours) expect(entrypoint).toEqual(command);
  const manifest = readFileSync(inRepository('deploy', 'k8s', 'shared', role, 'deployment.yaml'), 'utf8');
  const deployment = parse(manifest);
  expect(deployment.spec.template.spec.containers[0].command).toEqual(command);
});

test('Postgres gets the same settings as from npm start', () => {
  const { command } = services.get('postgres') ?? { command: [] };
  const settings = command.filter((_, index) => command[index - 1] === '-c');
  expect(settings).toEqual(Object.entries(INSTALLATION_SETTINGS).map(([name, value]) => `${name}=${value}`));
});

test('a gateway gets the same memory settings wherever it is started, and where it is measured', () => {
  const { environment, entrypoint = [] } = services.get('gateway') ?? { environment: {} };
  const settings = Object.entries(environment).filter(([name]) => name.startsWith('MALLOC_'));
  const flags = entrypoint.filter((word) => word.startsWith('--'));
  expect(settings.map(([name]) => name)).toEqual([
    'MALLOC_ARENA_MAX',
    'MALLOC_TRIM_THRESHOLD_',
    'MALLOC_MMAP_THRESHOLD_',
  ]);
  expect(flags.map((flag) => flag.replace(/\d+$/, ''))).toEqual(['--max-old-space-size=', '--max-semi-space-size=']);
  expect(HEAP_FLAGS.gateway).toEqual(flags);
  const others = [
    'deploy/k8s/teams/gateway/deployment.yaml',
    'deploy/local/src/stack/process-groups.ts',
    'test/bench/gateway/gateway-process.ts',
  ];
  for (const file of others) {
    const other = readFileSync(inRepository(...file.split('/')), 'utf8');
    for (const flag of flags)
      expect({ file, other }).toEqual({ file, other: expect.stringMatching(`${flag}|HEAP_FLAGS`) });
    for (const [name, value] of settings) {
      const pattern = new RegExp(`${name}(?:, value)?: ["']${value}["']`);
      expect({ file, other }).toEqual({ file, other: expect.stringMatching(pattern) });
    }
  }
});
