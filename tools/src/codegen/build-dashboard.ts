import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { inRepository, installedProgram } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { generateWhenChanged } from './generate-when-changed.ts';

/** Builds the dashboard's page, which accounts serves. Returns whether anything had changed. */
export async function buildDashboard(): Promise<boolean> {
  const accounts = inRepository('services', 'accounts');
  const web = `${accounts}/web`;
  if (!existsSync(web)) return false;
  const sources = [...globSync(`${web}/{src,public}/**`), ...globSync(`${web}/*.{html,json,ts}`)];
  return generateWhenChanged({
    inputs: [
      ...sources.filter((path) => !/\.test\.tsx?$/.test(path) && statSync(path).isFile()),
      // Files that the page and its server share; and the versions of all libraries.
      ...globSync(`${accounts}/src/{dashboard/contract,page-path}.ts`),
      `${accounts}/package.json`,
    ],
    words: [],
    stampFile: `${web}/dist/.inputs`,
    run: () => buildInto(web),
  });
}

/** Builds aside, then changes folders: a server that is running keeps a whole page, old or new. */
async function buildInto(web: string): Promise<void> {
  const cache = inRepository('node_modules', '.cache', 'ledgergraph');
  await mkdir(cache, { recursive: true });
  const aside = await mkdtemp(`${cache}/dashboard-`);
  try {
    const options = ['--config', `${web}/vite.config.ts`, '--outDir', `${aside}/new`, '--emptyOutDir'];
    await execa(installedProgram('vite'), ['build', ...options, '--logLevel', 'warn'], { cwd: web });
    if (existsSync(`${web}/dist`)) await rename(`${web}/dist`, `${aside}/old`);
    await rename(`${aside}/new`, `${web}/dist`);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
