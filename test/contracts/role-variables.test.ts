import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readBuiltInSupergraph } from '@ledgergraph/gateway/supergraph/built-in-supergraph';
import { subgraphNames } from '@ledgergraph/graph-kit/subgraph-names';
import { inRepository } from '@ledgergraph/local/repository';
import type { LoadedRole } from '@ledgergraph/program/run/find-roles';
import { variablesOf } from '@ledgergraph/program/run/role-variables';
import { readCompose } from '../containers/stack/read-compose.ts';
import { loadRoles, variablesIn } from './settings/list-settings.ts';

let roles: LoadedRole[];
beforeAll(async () => {
  roles = await loadRoles();
});

async function namesOf(role: LoadedRole): Promise<string[]> {
  return Object.keys(variablesIn(role, subgraphNames(await readBuiltInSupergraph())));
}

test('no plain variable of one role reads as a prefixed variable of another', async () => {
  expect(roles.length).toBeGreaterThan(10);
  const plain = new Set((await Promise.all(roles.map(namesOf))).flat());
  expect(plain.has('SUBGRAPH_MARKETS_URL')).toBe(true);
  const variables = Object.fromEntries(Array.from(plain, (name) => [name, `plain ${name}`]));
  for (const role of roles) {
    const read = variablesOf(role, variables);
    for (const name of await namesOf(role)) expect([role.name, read[name]]).toEqual([role.name, variables[name]]);
  }
});

test('each container of docker-compose.yml has the environment of its roles, each with a port of its own', async () => {
  const secrets = Object.keys(parseEnv(readFileSync(inRepository('.env.example'), 'utf8')));
  const services = readCompose({
    ...Object.fromEntries(secrets.map((name) => [name, /SECRET|PASSWORD|PEPPER/.test(name) ? 'x'.repeat(48) : ''])),
    LEDGERGRAPH_NODES_ENV: inRepository('deploy', 'compose', 'nodes.env.example'),
  });
  for (const container of [...roles.map(({ name }) => name), 'all']) {
    const variables = { HOST: '0.0.0.0', PORT: '8080', ...services.get(container)?.environment };
    const run = roles.filter(({ name }) => container === 'all' || name === container);
    const read = await Promise.all(run.map((role) => role.env.safeParseAsync(variablesOf(role, variables))));
    const faults = read.flatMap(({ error }, index) =>
      (error?.issues ?? []).map(({ path, message }) => `${run[index]?.name} ${path}: ${message}`),
    );
    expect({ container, faults }).toEqual({ container, faults: [] });
    expect(new Set(read.map(({ data }) => data?.PORT)).size).toBe(run.length);
  }
});
