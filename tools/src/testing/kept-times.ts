import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import type { Suite } from './read-results.ts';
import type { ProjectRun } from './summary.ts';

/** Copies of the repository link node_modules. */
const FILE = inRepository('.ledgergraph', 'test-times.json');

export type ProjectTimes = Pick<ProjectRun, 'project' | 'seconds' | 'cpuSeconds' | 'suites'>;

/** They replace those of the same projects. */
export async function keepTimes(runs: readonly ProjectTimes[], file = FILE): Promise<void> {
  const ran = new Set(runs.map(({ project }) => project));
  const others = (await readTimes(file)).filter(({ project }) => !ran.has(project));
  const kept = [...others, ...runs].map(({ project, seconds, cpuSeconds, suites }) => ({
    project,
    seconds,
    suites,
    ...(cpuSeconds !== undefined && { cpuSeconds }),
  }));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(kept, null, 1)}\n`);
}

/** Empty before the first run. */
export async function readTimes(file = FILE): Promise<ProjectTimes[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  return JSON.parse(text) as ProjectTimes[];
}

/** Wall and CPU seconds of each project and folder, the most expensive first. */
export function describeTimes(times: readonly ProjectTimes[]): string {
  if (times.length === 0) return 'No run has kept its times yet: npm test';
  return ['  wall s    cpu s  files  project and folder', ...times.flatMap(describeProject)].join('\n');
}

function describeProject({ project, seconds, cpuSeconds, suites }: ProjectTimes): string[] {
  const folders = Map.groupBy(suites, folderOf);
  const rows = Array.from(folders, ([folder, files]) => ({
    folder,
    count: files.length,
    seconds: sum(files.map((file) => file.seconds)),
    cpuSeconds: sum(files.map((file) => file.cpuSeconds ?? 0)),
  }));
  rows.sort((a, b) => b.cpuSeconds - a.cpuSeconds || b.seconds - a.seconds);
  return [
    describeRow(project, suites.length, seconds, cpuSeconds ?? sum(rows.map((row) => row.cpuSeconds))),
    ...rows.map((row) => describeRow(`  ${row.folder}`, row.count, row.seconds, row.cpuSeconds)),
  ];
}

/** The workspace, or the scenario under `test/`. */
function folderOf({ file }: Suite): string {
  const parts = file.split('/').slice(0, -1);
  const [first, , third] = parts;
  const depth = first === 'test' && third !== undefined ? 3 : first === 'gateway' || first === 'tools' ? 1 : 2;
  return parts.slice(0, depth).join('/');
}

function describeRow(name: string, files: number, seconds: number, cpuSeconds: number): string {
  return [
    seconds.toFixed(1).padStart(8),
    cpuSeconds.toFixed(1).padStart(8),
    String(files).padStart(6),
    ` ${name}`,
  ].join(' ');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
