import { readFileSync } from 'node:fs';
import { natsPermissions } from '@ledgergraph/event-bus/nats-config';
import { inRepository } from '@ledgergraph/local/repository';
import { parse } from 'yaml';
import { addEntries } from './compose-entries.ts';

const read = (file: string): string => readFileSync(inRepository(file), 'utf8');

test('a new subgraph is to Compose what the others are, and nothing else changes', () => {
  const before = parse(read('docker-compose.yml'), { merge: true });
  const after = parse(addEntries('docker-compose.yml', read('docker-compose.yml'), 'fees'), { merge: true });
  const { gateway, nats, ...others } = after.services;
  const added = Object.keys(others).filter((name) => !(name in before.services));
  expect(added).toEqual(['migrate-fees', 'fees-api', 'fees-indexer']);
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
  for (const name of Object.keys(others).filter((other) => !added.includes(other)))
    expect(others[name]).toEqual(before.services[name]);
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
  const { scrape_configs: before } = parse(read(file));
  const { scrape_configs: after } = parse(addEntries(file, read(file), 'fees'));
  expect(after).toHaveLength(before.length + 2);
  expect(after).toContainEqual({
    job_name: 'fees-indexer',
    static_configs: [{ targets: ['fees-indexer:9464'], labels: { service: 'fees' } }],
  });
});

test('an error reports that no service is left to copy from', () => {
  expect(() => addEntries('docker-compose.yml', 'services: {}\n', 'fees')).toThrow(
    'docker-compose.yml has no subgraph',
  );
});
