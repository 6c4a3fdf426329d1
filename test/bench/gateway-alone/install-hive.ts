import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryDir } from '@ledgergraph/local';

const FOLDER = join(repositoryDir, '.ledgergraph', 'bench', 'hive-gateway');
const PATIENCE_MS = 10 * 60_000;

const PACKAGE = {
  private: true,
  dependencies: { '@graphql-hive/gateway': '2.15.1', '@graphql-hive/router-runtime': '1.4.23' },
  // The newest on every registry mirror; Hive asks for one above it.
  overrides: { '@graphql-tools/batch-execute': '10.2.0' },
};

/** Installs where needed. Returns the folder, or why it cannot be had. */
export async function installHive(progress: (text: string) => void): Promise<{ folder: string } | { missing: string }> {
  const wanted = `${JSON.stringify(PACKAGE, null, 2)}\n`;
  const record = join(FOLDER, 'installed.json');
  if ((await readFile(record, 'utf8').catch(() => '')) === wanted) return { folder: FOLDER };
  progress('gateway-alone: installing Hive Gateway beside the repository’s own packages (once)');
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'package.json'), wanted);
  const install = spawn('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: FOLDER,
    stdio: 'ignore',
    timeout: PATIENCE_MS,
  });
  const code = await once(install, 'exit').then(
    ([exitCode]) => exitCode as number | null,
    () => null,
  );
  if (code !== 0) return { missing: 'Hive Gateway cannot be installed from this registry' };
  await writeFile(record, wanted);
  return { folder: FOLDER };
}
