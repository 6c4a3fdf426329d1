import { mkdir, symlink } from 'node:fs/promises';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';

/**
 * All that it uses is installed already, so package-lock.json has to name it, and its folder has to be linked. Nothing is fetched.
 * @throws Error when the lock file cannot be brought up to date
 */
export async function installWorkspace(name: string): Promise<void> {
  // Our own Node brings no npm; under `npm run` this is the npm that runs us.
  const npm = process.env.npm_execpath;
  const [program, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const flags = ['--package-lock-only', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execa(program, [...first, 'install', ...flags], { cwd: repositoryDir, stdin: 'ignore', all: true });
  const scope = inRepository('node_modules', '@ledgergraph');
  await mkdir(scope, { recursive: true });
  await symlink(`../../services/${name}`, `${scope}/${name}`);
}
