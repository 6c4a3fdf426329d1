import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { inRepository, installedProgram } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { generateWhenChanged } from './generate-when-changed.ts';

/** Accounts serves it. Returns whether anything had changed. */
export async function buildDashboard(): Promise<boolean> {
  const page = inRepository('clients', 'dashboard');
  // Without accounts there is no contract to build on.
  if (!existsSync(page) || !existsSync(inRepository('services', 'accounts'))) return false;
  const folders = inRepository('clients', '{dashboard,dashboard-api,ui}');
  const sources = [...globSync(`${folders}/{src,public}/**`), ...globSync(`${folders}/*.{html,json,ts}`)];
  return generateWhenChanged({
    inputs: sources.filter((path) => !/\.test\.tsx?$/.test(path) && statSync(path).isFile()),
    words: [],
    stampFile: `${page}/dist/.inputs`,
    run: () => buildInto(page),
  });
}

/** A running server keeps a whole page, old or new. */
async function buildInto(page: string): Promise<void> {
  const cache = inRepository('node_modules', '.cache', 'ledgergraph');
  await mkdir(cache, { recursive: true });
  const aside = await mkdtemp(`${cache}/dashboard-`);
  try {
    const options = ['--config', `${page}/vite.config.ts`, '--outDir', `${aside}/new`, '--emptyOutDir'];
    await execa(installedProgram('vite'), ['build', ...options, '--logLevel', 'warn'], { cwd: page });
    if (existsSync(`${page}/dist`)) await rename(`${page}/dist`, `${aside}/old`);
    await rename(`${aside}/new`, `${page}/dist`);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
