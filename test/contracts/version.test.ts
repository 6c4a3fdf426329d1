import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { readVersion } from '@ledgergraph/service-kit/version';

interface LockedPackage {
  version?: string;
  license?: string;
}

const read = (file: string): string => readFileSync(inRepository(file), 'utf8');
const manifest = JSON.parse(read('package.json')) as { version: string; license: string };
const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: Record<string, LockedPackage> };
const isOurs = (path: string): boolean => !path.includes('node_modules/');

/** NOTICE need not name packages with these licences. */
const PERMISSIVE =
  /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|MIT-0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)( (AND|OR) (MIT|ISC|Apache-2\.0|BSD-3-Clause|CC0-1\.0))*$/i;

test('package.json at the root holds the one version; its copies agree, and no workspace has one of its own', () => {
  expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readVersion()).toBe(manifest.version);
  expect([lock.version, lock.packages['']?.version]).toEqual([manifest.version, manifest.version]);
  expect(/^ARG VERSION=(.+)$/m.exec(read('deploy/images/Dockerfile'))?.[1]).toBe(manifest.version);
  const own = Object.entries(lock.packages).filter(([path, { version }]) => isOurs(path) && path !== '' && version);
  expect(own.map(([path]) => path)).toEqual([]);
  expect(read('tools/templates/service/package.json.template')).not.toContain('"version"');
});

test('the topmost section of the changelog, below what is not released, is that of the version and has a date', () => {
  const headings = Array.from(read('CHANGELOG.md').matchAll(/^## (.*)$/gm), ([, heading]) => heading);
  const [topmost] = headings.filter((heading) => heading !== 'Unreleased');
  expect(topmost?.replace(/\d{4}-\d{2}-\d{2}/, 'date')).toBe(`${manifest.version} (date)`);
  expect(headings.lastIndexOf('Unreleased')).toBeLessThan(1);
});

test('the licence is MIT wherever it is named', () => {
  expect(manifest.license).toBe('MIT');
  expect(lock.packages['']?.license).toBe('MIT');
  expect(read('LICENSE')).toMatch(/^MIT License\n/);
  expect(read('deploy/images/Dockerfile')).toContain('org.opencontainers.image.licenses="MIT"');
  const others = Object.entries(lock.packages).filter(([path, { license }]) => isOurs(path) && license !== undefined);
  expect(others.map(([path]) => path)).toEqual(['']);
});

test('NOTICE names every package whose licence asks for more, under that licence, and no other', () => {
  expect(namedIn(read('NOTICE'))).toEqual(specialPackages());
});

/** As `Elastic-2.0 @apollo/composition`. */
function specialPackages(): string[] {
  const named = Object.entries(lock.packages).flatMap(([path, { license }]) => {
    if (isOurs(path) || license === undefined || PERMISSIVE.test(license.replace(/[()]/g, ''))) return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    // Packages for single systems begin with its name.
    const family = name.startsWith('lightningcss-') ? 'lightningcss' : name;
    return `${license.replace('MIT AND ', '')} ${family}`;
  });
  return [...new Set(named)].sort();
}

function namedIn(notice: string): string[] {
  let licence = '';
  const named: string[] = [];
  for (const line of notice.split('\n')) {
    licence = /^([A-Za-z-]+-\d\.\d) \(/.exec(line)?.[1] ?? licence;
    const name = /^ {4}(\S+)/.exec(line)?.[1];
    if (name !== undefined) named.push(`${licence} ${name}`);
  }
  return named.sort();
}
