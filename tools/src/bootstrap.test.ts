import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';

const LOCK = {
  packages: {
    '': {},
    'node_modules/node': { version: '1.0.0' },
    'node_modules/runs': { version: '1.0.0' },
    'node_modules/tests': { version: '1.0.0', dev: true },
    'node_modules/other-system': { version: '1.0.0', optional: true, os: ['other'] },
    'node_modules/not-here': { version: '1.0.0', optional: true, os: [`!${process.platform}`] },
  },
};

/** As the bootstrap sees npm: packages, its record of them, and a line of its arguments. */
const NPM = `
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync, rmSync } from 'node:fs';
const args = process.argv.slice(2);
appendFileSync('npm-calls', args.slice(0, 3).filter((word) => word !== '--no-fund').join(' ') + '\\n');
if (args[0] === 'ci') rmSync('node_modules', { recursive: true, force: true });
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = {};
for (const [path, entry] of Object.entries(packages)) {
  if (path === '' || entry.os !== undefined || (entry.dev && args.includes('--omit=dev'))) continue;
  mkdirSync(path, { recursive: true });
  writeFileSync(path + '/package.json', '{}');
  installed[path] = entry;
}
mkdirSync('node_modules/node/bin', { recursive: true });
try { symlinkSync(process.execPath, 'node_modules/node/bin/node'); } catch {}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ledgergraph-bootstrap-'));
  write('package-lock.json', JSON.stringify(LOCK));
  write('npm.js', NPM);
  write('package.json', '{"type":"module"}');
  write('tools/src/main.ts', 'process.stdout.write("runs " + process.argv.slice(2).join(" ") + "\\n");');
  cpSync(inRepository('tools', 'bootstrap.mjs'), join(root, 'tools', 'bootstrap.mjs'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function run(...args: string[]): { output: string; errors: string; code: number | null } {
  const env = { ...process.env, npm_execpath: join(root, 'npm.js') };
  const { stdout, stderr, status } = spawnSync(process.execPath, ['tools/bootstrap.mjs', ...args], { cwd: root, env });
  return { output: stdout.toString(), errors: stderr.toString(), code: status };
}

const calls = (): string[] => readFileSync(join(root, 'npm-calls'), 'utf8').trim().split('\n');
const has = (name: string): boolean => existsSync(join(root, 'node_modules', name));

test('a start installs what runs, and shows how far that is', () => {
  const { output, code } = run('start', '--port', '1');
  expect(code).toBe(0);
  expect(calls()).toEqual(['ci --omit=dev']);
  expect([has('runs'), has('tests')]).toEqual([true, false]);
  expect(output).toMatch(
    /^Installing packages with npm: 0 of 2 are here after 0 s\. The first time takes some minutes\./,
  );
  expect(output).toMatch(/\nInstalled 2 packages with npm in \d+ s\.\nruns start --port 1\n$/);
  expect(run('start').output).toBe('runs start\n');
});

test('a test run adds the rest to what a start installed, and no later start takes it away', () => {
  run('start');
  write('node_modules/runs/in-use', '');
  expect(run('test').output).toMatch(/runs test\n$/);
  expect(calls()).toEqual(['ci --omit=dev', 'install --no-save --include=dev']);
  expect([has('tests'), has('runs/in-use')]).toEqual([true, true]);

  expect(run('start').output).toBe('runs start\n');
  write('package-lock.json', JSON.stringify(LOCK).replace('/runs":{"version":"1.0.0"', '/runs":{"version":"2.0.0"'));
  run('start');
  expect(calls().at(-1)).toBe('install --no-save --include=dev');
  expect(has('tests')).toBe(true);
});

test('a failed installation ends the command with the way out', () => {
  write('npm.js', 'process.exit(7);');
  const { errors, code } = run('start');
  expect(code).toBe(1);
  expect(errors).toContain('npm ci failed: see above');
});

test('processes of the project share a cache of compiled modules, each copy of the project its own', () => {
  write('tools/src/main.ts', 'process.stdout.write(process.env.NODE_COMPILE_CACHE ?? "none");');
  run('start');
  expect(run('start').output).toBe(join(root, 'node_modules', '.cache', 'compiled'));
  expect(has('.cache/compiled')).toBe(true);
});
