import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { execa } from 'execa';
import { readImports } from './read-imports.ts';

export interface Workspace {
  dir: string;
  name: string;
  dependencies: ReadonlySet<string>;
  /** Such as `#/` for `src/`. */
  ownNames: ReadonlyMap<string, string>;
}

export interface SourceFile {
  /** From the root. */
  path: string;
  /** Folder of the workspace, or else the first folder, such as `test`. */
  home: string;
  /** Undefined outside of all workspaces. */
  workspace: Workspace | undefined;
  isTest: boolean;
  imports: Import[];
}

export interface Import {
  specifier: string;
  /** From the root; undefined for packages of others. */
  target: string | undefined;
}

export interface Sources {
  workspaces: Workspace[];
  files: SourceFile[];
  rootDependencies: ReadonlySet<string>;
}

interface Manifest {
  name: string;
  dependencies?: object;
  devDependencies?: object;
  imports?: Record<string, string>;
}

const SOURCE = /\.(ts|tsx|js|mjs)$/;
const NOT_OURS = /(^|\/)(node_modules|generated)\/|\.d\.ts$/;

/** Files that git knows or would take on, without generated code. @param root of the repository */
export async function readSources(root: string): Promise<Sources> {
  const { stdout: paths } = await execa('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    lines: true,
  });
  const manifests = paths.filter((path) => path.endsWith('/package.json') && !NOT_OURS.test(path));
  const workspaces = manifests.flatMap((path) => readWorkspace(root, path));
  const files = paths
    .filter((path) => SOURCE.test(path) && !NOT_OURS.test(path))
    .flatMap((path) => readFile(root, path, workspaces));
  const rootManifest = JSON.parse(readIfThere(join(root, 'package.json')) ?? '{}') as Partial<Manifest>;
  return { workspaces, files, rootDependencies: new Set(Object.keys(rootManifest.devDependencies ?? {})) };
}

function readWorkspace(root: string, path: string): Workspace[] {
  const text = readIfThere(join(root, path));
  if (text === undefined) return [];
  const manifest = JSON.parse(text) as Manifest;
  const dependencies = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
  const ownNames = new Map(
    Object.entries(manifest.imports ?? {}).map(([name, folder]) => [name.replace('*', ''), folder.replace('*', '')]),
  );
  return [{ dir: dirname(path), name: manifest.name, dependencies, ownNames }];
}

function readFile(root: string, path: string, workspaces: Workspace[]): SourceFile[] {
  const text = readIfThere(join(root, path));
  if (text === undefined) return [];
  const workspace = workspaces.find(({ dir }) => isWithin(path, dir));
  const home = homeOf(path, workspaces);
  const isTest = /\.test\.tsx?$/.test(path) || path.startsWith(`${home}/test/`) || path.startsWith('test/');
  const imports = readImports(text, { tsx: path.endsWith('.tsx') }).map((specifier) => ({
    specifier,
    target: resolveImport(specifier, path, workspace, workspaces),
  }));
  return [{ path, home, workspace, isTest, imports }];
}

export function homeOf(path: string, workspaces: readonly Workspace[]): string {
  return workspaces.find(({ dir }) => isWithin(path, dir))?.dir ?? path.split('/', 1)[0] ?? path;
}

export function isWithin(path: string, dir: string): boolean {
  return path === dir || path.startsWith(`${dir}/`);
}

function resolveImport(
  specifier: string,
  from: string,
  workspace: Workspace | undefined,
  workspaces: Workspace[],
): string | undefined {
  for (const [name, folder] of workspace?.ownNames ?? []) {
    if (specifier.startsWith(name)) return join(workspace?.dir ?? '', folder, specifier.slice(name.length));
  }
  if (specifier.startsWith('.')) return relative('/', join('/', dirname(from), specifier));
  const named = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (named === undefined) return undefined;
  // A workspace exports the files under its src.
  return join(named.dir, 'src', specifier.slice(named.name.length + 1));
}

/** Undefined for a deleted file that git still lists. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
