import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

// npm leaves out what its registry lacks, such as programs for other systems, and `npm ci` then refuses the file.
test('the lock file names every optional dependency, for every system', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(path, name))
      .map(([name, version]) => `${name}@${version} of ${path}`),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no host: each clone installs from its own registry', () => {
  expect(readFileSync(inRepository('package-lock.json'), 'utf8')).not.toContain('"resolved": "http');
});

// Beside the dependent, then in each folder above.
function isLocked(from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path] !== undefined) return true;
    if (folder === '') return false;
  }
}
