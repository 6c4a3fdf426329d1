import { servingEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import type { LoadedRole } from './find-roles.ts';
import { readEnvironment } from './read-environment.ts';

const SECRET = 'a secret of sixteen letters';

function role(service: string, more: z.ZodRawShape = {}): LoadedRole {
  const env = z.object({ ...servingEnv, ...more }) as unknown as LoadedRole['env'];
  return { name: `${service}-api`, service, kind: 'api', file: '', env, open: async () => undefined };
}

const roles = [role('fees', { DATABASE_URL: z.url() }), role('mail')];

test('each role gets its own values, and the common ones', async () => {
  const variables = {
    INTERNAL_SECRET: SECRET,
    FEES_PORT: '1001',
    MAIL_API_PORT: '1002',
    FEES_DATABASE_URL: 'x://fees',
  };
  const { byRole } = await readEnvironment(roles, variables);
  expect(Array.from(byRole.values(), ({ PORT, INTERNAL_SECRET }) => [PORT, INTERNAL_SECRET])).toEqual([
    [1001, SECRET],
    [1002, SECRET],
  ]);
});

test('the faults of all roles are named together, by the variable that is set', async () => {
  const variables = { FEES_PORT: '70000', MAIL_PORT: '0', METRICS_PORT: 'x' };
  const fault = await readEnvironment(roles, variables).catch(String);
  for (const line of ['  FEES_PORT: ', '  INTERNAL_SECRET: ', '  DATABASE_URL: ', '  METRICS_PORT: ']) {
    expect(fault).toContain(line);
  }
  expect(fault).toMatch(/INTERNAL_SECRET: .*\(fees-api, mail-api\)/);
  expect(fault).not.toContain('MAIL_PORT');
});

test('two roles of one process cannot have one port', async () => {
  const variables = { INTERNAL_SECRET: SECRET, PORT: '1001', DATABASE_URL: 'x://fees' };
  expect(await readEnvironment(roles, variables).catch(String)).toContain(
    'PORT: each role needs its own, not 1001 (fees-api, mail-api)',
  );
});

test('the metrics cannot have the port of a role', async () => {
  const variables = { INTERNAL_SECRET: SECRET, FEES_PORT: '1001', MAIL_PORT: '1002', DATABASE_URL: 'x://fees' };
  const read = (metricsPort: string) => readEnvironment(roles, { ...variables, METRICS_PORT: metricsPort });
  expect(await read('1002').catch(String)).toContain("METRICS_PORT: not 1002, which is a role's own (mail-api)");
  expect((await read('1003')).process.METRICS_PORT).toBe(1003);
});
