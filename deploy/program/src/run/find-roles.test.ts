import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { findRoles, loadRole } from './find-roles.ts';

test('every folder of a service has the roles whose files are there, and no list names them', async () => {
  const repository = await temporaryFolder();
  for (const file of ['services/fees/src/api.ts', 'services/fees/src/indexer.ts', 'services/mail/src/api.ts']) {
    await mkdir(dirname(join(repository, file)), { recursive: true });
    await writeFile(join(repository, file), '');
  }
  expect([...findRoles(repository).keys()].sort()).toEqual(['fees-api', 'fees-indexer', 'mail-api']);
});

test('a role is loaded without starting anything', async () => {
  const found = findRoles();
  const roles = await Promise.all(['statistics-api', 'accounts-api'].map((name) => found.get(name)));
  for (const role of roles) {
    if (role === undefined) throw new Error('the role is not here');
    const { env, open } = await loadRole(role);
    expect([typeof open, (await env.safeParseAsync({})).success]).toEqual(['function', false]);
  }
});
