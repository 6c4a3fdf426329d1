import { mkdir, symlink } from 'node:fs/promises';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';

/**
 * Makes npm know a new workspace. All that it uses is installed already, for others: so only package-lock.json has to name it,
 * and only its own folder has to be linked. Nothing is fetched.
 *
 * @throws Error with npm's words when the lock file cannot be brought up to date
 */
export async function installWorkspace(name: string): Promise<void> {
  // Our own Node comes first on the PATH and brings no npm; under `npm run` this is the npm that runs us.
  const npm = process.env.npm_execpath;
  const [program, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const flags = ['--package-lock-only', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execa(program, [...first, 'install', ...flags], { cwd: repositoryDir, stdin: 'ignore', all: true });
  const scope = inRepository('node_modules', '@ledgergraph');
  await mkdir(scope, { recursive: true });
  await symlink(`../../services/${name}`, `${scope}/${name}`);
}
