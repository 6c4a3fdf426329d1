import { globSync, readFileSync } from 'node:fs';
import { NATS_LIMITS, NATS_LOGIN_SECONDS, natsPermissions, renderNatsConfig } from '@ledgergraph/event-bus/nats-config';
import { inRepository } from '@ledgergraph/local/repository';
import { listBusUsers } from '@ledgergraph/local/services';
import { type BusRights, busRights } from '@ledgergraph/proto-schemas/bus-rights';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { parse } from 'yaml';

const PREFIX = 'ledgergraph';
const read = (file: string): string => readFileSync(inRepository(file), 'utf8');

/** A service that follows the block stream uses the bus through the kit. */
function sourcesOf(user: string): string[] {
  const own = user === 'gateway' ? 'gateway/src' : `services/${user}/src`;
  const files = sources(own);
  const usesKit = files.some((file) => read(file).includes('@ledgergraph/chain-kit/indexing/open-consumer'));
  return usesKit ? [...files, ...sources('packages/chain-kit/src')] : files;
}

function sources(folder: string): string[] {
  const files = globSync('**/*.ts', { cwd: inRepository(folder) }).map((file) => `${folder}/${file}`);
  return files.filter((file) => !file.endsWith('.test.ts') && !file.includes('/generated/'));
}

/** @throws Error where a subject is named in a way that this test cannot follow */
function usesOf(user: string): { publish: string[]; subscribe: string[] } {
  const found = { publish: new Set<string>(), subscribe: new Set<string>() };
  for (const file of sourcesOf(user)) {
    const text = read(file);
    const uses = [...text.matchAll(/\b(publish|publishConfirmed|subscribe)\(\s*SUBJECTS\.(\w+)/g)];
    if (uses.length !== [...text.matchAll(/\bSUBJECTS\./g)].length) {
      throw new Error(`${file} names a subject elsewhere than in a call of publish or subscribe`);
    }
    for (const [, verb = '', name = ''] of uses) {
      found[verb === 'subscribe' ? 'subscribe' : 'publish'].add(SUBJECTS[name as keyof typeof SUBJECTS]);
    }
  }
  return { publish: [...found.publish].sort(), subscribe: [...found.subscribe].sort() };
}

function sorted({ publish, subscribe }: BusRights): { publish: string[]; subscribe: string[] } {
  return { publish: [...publish].sort(), subscribe: [...subscribe].sort() };
}

test.each(listBusUsers())('%s may use exactly the subjects that its sources use', (user) => {
  expect(sorted(busRights(user))).toEqual(usesOf(user));
});

test('every service that uses the bus is a user of it', () => {
  const folders = globSync('services/*/src', { cwd: inRepository('') }).map((folder) => folder.split('/')[1] ?? '');
  const using = folders.filter((service) => sourcesOf(service).some((file) => read(file).includes('SUBJECTS.')));
  expect([...using, 'gateway'].sort()).toEqual(listBusUsers());
});

test('each subject has one kind of owner, and only the gateway receives events of keys and quotas', () => {
  const owners = (subject: string): string[] =>
    listBusUsers().filter((user) => (busRights(user).publish as readonly string[]).includes(subject));
  const followers = listBusUsers().filter((user) => !['accounts', 'blocks', 'gateway'].includes(user));
  expect(Object.fromEntries(Object.values(SUBJECTS).map((subject) => [subject, owners(subject)]))).toEqual({
    [SUBJECTS.newBlock]: ['blocks'],
    [SUBJECTS.progress]: followers,
    [SUBJECTS.tipMoved]: ['blocks'],
    [SUBJECTS.blockMissed]: ['gateway'],
    [SUBJECTS.keyChanged]: ['accounts'],
    [SUBJECTS.teamChanged]: ['accounts'],
    [SUBJECTS.quotaWanted]: ['accounts'],
    [SUBJECTS.callsAdmitted]: ['gateway'],
  });
});

test('the broker of docker-compose.yml has these users, these rights and these limits', () => {
  const users = listBusUsers().map((name) => ({ name, password: `$NATS_PASSWORD_${name.toUpperCase()}` }));
  const [comment, ...lines] = read('deploy/compose/nats.conf').split('\n');
  expect(comment).toMatch(/^#/);
  expect(lines.join('\n')).toBe(renderNatsConfig({ listen: '0.0.0.0:4222', prefix: PREFIX, users }));
});

test('the chart of a cluster has these users, these rights and these limits', () => {
  const { config, container } = parse(read('deploy/k8s/platform/nats-values.yaml'));
  const { authorization, ...limits } = config.merge;
  expect(limits).toEqual(NATS_LIMITS);
  expect(authorization).toEqual({
    timeout: NATS_LOGIN_SECONDS,
    users: listBusUsers().map((user) => ({
      user,
      password: `<< $NATS_PASSWORD_${user.toUpperCase()} >>`,
      permissions: natsPermissions(user, PREFIX),
    })),
  });
  expect(container.env).toEqual(
    Object.fromEntries(
      listBusUsers().map((user) => [
        `NATS_PASSWORD_${user.toUpperCase()}`,
        { valueFrom: { secretKeyRef: { name: 'bus', key: user } } },
      ]),
    ),
  );
  expect(config.jetstream.enabled).toBe(false);
});

test('in a cluster only processes of these users reach the broker, and no pod reaches its monitoring port', () => {
  const { spec } = parse(read('deploy/k8s/platform/nats-network-policy.yaml'));
  expect(spec.podSelector).toEqual({});
  expect(spec.ingress.flatMap(({ ports }: { ports: { port: number }[] }) => ports.map(({ port }) => port))).toEqual([
    4222, 6222,
  ]);
  const [clients, servers] = spec.ingress;
  const teams = clients.from.flatMap(({ namespaceSelector: { matchLabels, matchExpressions } }: never) =>
    matchLabels === undefined
      ? (matchExpressions as { values: string[] }[]).flatMap(({ values }) => values)
      : [matchLabels['ledgergraph.io/team']],
  );
  expect(teams.sort()).toEqual(listBusUsers());
  expect(clients.from.every(({ podSelector }: { podSelector?: object }) => podSelector !== undefined)).toBe(true);
  expect(servers.from).toEqual([{ podSelector: {} }]);
});
