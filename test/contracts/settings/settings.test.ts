import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import type { LoadedRole } from '@ledgergraph/program/run/find-roles';
import { listSettings, loadRoles } from './list-settings.ts';
import { writeSettingsPage } from './settings-page.ts';

let roles: LoadedRole[];
beforeAll(async () => {
  roles = await loadRoles();
});

test('every variable that a role reads is described in its schema', () => {
  const settings = listSettings(roles);
  expect(settings.length).toBeGreaterThan(40);
  expect(settings.filter(({ about = '' }) => !about.endsWith('.')).flatMap(({ names }) => names)).toEqual([]);
});

test('docs/settings.md is what `npm run settings` writes', () => {
  expect(readFileSync(inRepository('docs', 'settings.md'), 'utf8')).toBe(writeSettingsPage(roles));
});

test('a new subgraph that reads what all read leaves the page as it is', () => {
  const fees = roles
    .filter(({ service }) => service === 'currencies')
    .map((role) => ({ ...role, service: 'fees', name: `fees-${role.kind}` }));
  expect(writeSettingsPage([...roles, ...fees])).toBe(writeSettingsPage(roles));
});
