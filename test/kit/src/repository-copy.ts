import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';

const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;
/** Links must lead into the copy, not into the original. */
const OWN_SCOPE = '@ledgergraph';
/** npm writes it even where it only makes a lock file. */
const RECORD = '.package-lock.json';
/** It takes long to build, and tests do not change it. */
const BUILT = ['clients/dashboard/dist'];

export interface RepositoryCopy {
  dir: string;
  path(...parts: string[]): string;
  /** With the Node of the repository on the PATH. @returns stdout @throws Error with all output when a line fails */
  run(script: string): Promise<string>;
  remove(): Promise<void>;
}

/** A fresh clone after `npm ci`, in under a second: files that git tracks, or would; packages are linked, generated code is left out. */
export async function copyRepository(): Promise<RepositoryCopy> {
  const dir = await mkdtemp(join(tmpdir(), 'ledgergraph-copy-'));
  try {
    for (const file of await listFiles()) await copyFile(file, join(dir, file));
    for (const folder of BUILT) await cp(inRepository(folder), join(dir, folder), { recursive: true });
    await linkPackages(dir);
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
  return {
    dir,
    path: (...parts) => join(dir, ...parts),
    run: (script) => runScript(dir, script),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

async function listFiles(): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', args, { cwd: repositoryDir, maxBuffer: OUTPUT_MAX_BYTES });
  return stdout.split('\0').filter((file) => file !== '');
}

async function copyFile(file: string, target: string): Promise<void> {
  // Deleted and not committed yet.
  if ((await lstat(inRepository(file)).catch(() => undefined)) === undefined) return;
  await mkdir(dirname(target), { recursive: true });
  await cp(inRepository(file), target, { verbatimSymlinks: true });
}

async function linkPackages(dir: string): Promise<void> {
  const patterns = ['{packages,services,clients,deploy,test}/*/node_modules', '{gateway,tools}/node_modules'];
  for (const folder of globSync(patterns, { cwd: repositoryDir })) {
    await symlink(inRepository(folder), join(dir, folder));
  }
  await mkdir(join(dir, 'node_modules'));
  for (const name of await readdir(inRepository('node_modules'))) {
    const path = join('node_modules', name);
    if (name === OWN_SCOPE || name === RECORD) {
      await cp(inRepository(path), join(dir, path), { recursive: true, verbatimSymlinks: true });
    } else await symlink(inRepository(path), join(dir, path));
  }
}

async function runScript(cwd: string, script: string): Promise<string> {
  const path = [join(cwd, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const options = { cwd, env: { ...outsideJest(), PATH: path }, maxBuffer: OUTPUT_MAX_BYTES };
  try {
    return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options)).stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`failed in a copy of the repository: ${script}\n${stdout}${stderr}`, { cause });
  }
}

/** Without the variables of Jest and the test kit. */
function outsideJest(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(JEST_|TEST_|NODE_OPTIONS$|NODE_ENV$)/.test(name)),
  );
}
