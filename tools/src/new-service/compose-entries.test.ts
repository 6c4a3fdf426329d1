import { readFileSync } from 'node:fs';
import { natsPermissions } from '@ledgergraph/event-bus/nats-config';
import { inRepository } from '@ledgergraph/local/repository';
import { parse } from 'yaml';
import { addEntries } from './compose-entries.ts';

const read = (file: string): string => readFileSync(inRepository(file), 'utf8');

test('a new subgraph is to Compose what the others are, and nothing else changes', () => {
  const before = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 });
  const after = parse(addEntries('docker-compose.yml', read('docker-compose.yml'), 'fees'), {
    merge: true,
    maxAliasCount: -1,
  });
  const { gateway, nats, migrate, all, ...others } = after.services;
  const added = Object.keys(others).filter((name) => !(name in before.services));
  expect(added).toEqual(['fees-api', 'fees-indexer']);
  for (const name of added) {
    const model = before.services[name.replace('fees', 'currencies')];
    const renamed = JSON.stringify(model).replaceAll('currencies', 'fees').replaceAll('CURRENCIES', 'FEES');
    expect(others[name]).toEqual(JSON.parse(renamed));
  }
  const { SUBGRAPH_FEES_URL, ...environment } = gateway.environment;
  expect(SUBGRAPH_FEES_URL).toBe('http://fees-api:8080');
  expect({ ...gateway, environment }).toEqual(before.services.gateway);
  const { NATS_PASSWORD_FEES, ...passwords } = nats.environment;
  expect(NATS_PASSWORD_FEES).toContain('${NATS_PASSWORD_FEES:?');
  expect({ ...nats, environment: passwords }).toEqual(before.services.nats);
  const { FEES_DATABASE_URL, ...databases } = migrate.environment;
  expect(FEES_DATABASE_URL).toMatch(/5432\/fees$/);
  expect({ ...migrate, environment: databases }).toEqual(before.services.migrate);
  for (const name of Object.keys(others).filter((other) => !added.includes(other)))
    expect(others[name]).toEqual(before.services[name]);
});

test('where one process has all roles, it has ports of its own', () => {
  const before = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }).services.all.environment;
  const { all } = parse(addEntries('docker-compose.yml', read('docker-compose.yml'), 'fees'), {
    merge: true,
    maxAliasCount: -1,
  }).services;
  const added = Object.entries(all.environment as Record<string, string | number>).filter(
    ([name]) => !(name in before),
  );
  const port = Number(Object.fromEntries(added).FEES_API_PORT);
  expect(Object.values(before)).not.toContain(port);
  expect(Object.fromEntries(added)).toEqual({
    FEES_DATABASE_URL: expect.stringMatching(/5432\/fees$/),
    FEES_NATS_PASSWORD: expect.stringContaining('{NATS_PASSWORD_FEES}'),
    FEES_API_PORT: port,
    FEES_INDEXER_PORT: port + 1,
    SUBGRAPH_FEES_URL: `http://127.0.0.1:${port}`,
  });
});

test('the broker knows it as a user of its own, whose password write-env.sh makes', () => {
  const config = addEntries('deploy/compose/nats.conf', read('deploy/compose/nats.conf'), 'fees');
  const permissions = JSON.stringify(natsPermissions('fees', 'ledgergraph'));
  expect(config).toContain(`    { user: "fees", password: $NATS_PASSWORD_FEES, permissions: ${permissions} }\n`);
  for (const name of ['aaa', 'fees', 'zzz']) {
    const users =
      addEntries('deploy/compose/nats.conf', read('deploy/compose/nats.conf'), name).match(/(?<=user: ")\w+/g) ?? [];
    expect([...users]).toEqual(users.toSorted());
    expect(users).toContain(name);
  }
  expect(addEntries('.env.example', read('.env.example'), 'fees')).toMatch(/^NATS_PASSWORD_FEES=$/m);
});

test('Prometheus asks its two processes', () => {
  const file = 'deploy/compose/prometheus.yml';
  const targetsOf = (text: string): string[] => parse(text).scrape_configs[0].static_configs[0].targets;
  const before = targetsOf(read(file));
  const after = targetsOf(addEntries(file, read(file), 'fees'));
  expect(after.toSorted()).toEqual([...before, 'fees-api:9464', 'fees-indexer:9464'].toSorted());
});

test('an error reports that no service is left to copy from', () => {
  expect(() => addEntries('docker-compose.yml', 'services: {}\n', 'fees')).toThrow(
    'docker-compose.yml has no subgraph',
  );
});
