import { gatewayEnv } from '@ledgergraph/gateway/env';
import { subgraphNames } from '@ledgergraph/gateway/subgraphs/subgraph-names';
import { readBuiltInSupergraph } from '@ledgergraph/gateway/supergraph/built-in-supergraph';
import { findRoles, type LoadedRole, loadRole } from '@ledgergraph/program/run/find-roles';
import { variablesOf } from '@ledgergraph/program/run/role-variables';
import { z } from 'zod';

let roles: LoadedRole[];
beforeAll(async () => {
  roles = await Promise.all(Array.from(findRoles().values(), loadRole));
});

/** Names of a role's variables. */
async function namesOf({ kind, env }: LoadedRole): Promise<string[]> {
  if (kind === 'gateway') return Object.keys(gatewayEnv(subgraphNames(await readBuiltInSupergraph())).shape);
  const shape = env instanceof z.ZodPipe ? env.out : env;
  return Object.keys((shape as unknown as z.ZodObject).shape);
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
