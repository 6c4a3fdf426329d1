import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';
import { readImports } from './read-imports.ts';

/** One workspace: what is versioned, and may be deployed, on its own. */
export interface Workspace {
  /** Folder from the root, such as `services/blocks`. */
  dir: string;
  /** npm name, such as `@ledgergraph/blocks`. */
  name: string;
  dependencies: ReadonlySet<string>;
  /** Its own names for its folders, such as `#/` for `src/`. */
  ownNames: ReadonlyMap<string, string>;
}

export interface SourceFile {
  /** From the root. */
  path: string;
  workspace: Workspace;
  /** Tests and what only tests use may reach further than what is deployed. */
  isTest: boolean;
  imports: Import[];
}

export interface Import {
  /** As written. */
  specifier: string;
  /** File or folder from the root, for what is in this repository; undefined for packages of others. */
  target: string | undefined;
}

interface Manifest {
  name: string;
  dependencies?: object;
  devDependencies?: object;
  imports?: Record<string, string>;
}

/** The workspaces of the root package.json. */
export function listWorkspaces(): Workspace[] {
  const root = readJson('package.json') as { workspaces: string[] };
  const manifests = root.workspaces.flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: repositoryDir }));
  return manifests.map((path) => {
    const manifest = readJson(path) as Manifest;
    const dependencies = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
    const ownNames = new Map(
      Object.entries(manifest.imports ?? {}).map(([name, folder]) => [name.replace('*', ''), folder.replace('*', '')]),
    );
    return { dir: dirname(path), name: manifest.name, dependencies, ownNames };
  });
}

/** Every TypeScript file of the workspaces that is not generated, with what it imports. */
export function listSourceFiles(workspaces: Workspace[]): SourceFile[] {
  return workspaces.flatMap((workspace) => {
    const paths = globSync(`${workspace.dir}/**/*.{ts,tsx}`, {
      cwd: repositoryDir,
      exclude: (path) => path.includes('node_modules') || path.includes('generated'),
    });
    return paths
      .filter((path) => !/(^|\/)(node_modules|generated)\//.test(path) && !path.endsWith('.d.ts'))
      .map((path) => ({
        path,
        workspace,
        isTest:
          /\.test\.tsx?$/.test(path) || path.startsWith(`${workspace.dir}/test/`) || workspace.dir.startsWith('test/'),
        imports: readImports(readFileSync(join(repositoryDir, path), 'utf8'), { tsx: path.endsWith('.tsx') }).map(
          (specifier) => ({
            specifier,
            target: resolveImport(specifier, path, workspace, workspaces),
          }),
        ),
      }));
  });
}

function resolveImport(
  specifier: string,
  from: string,
  workspace: Workspace,
  workspaces: Workspace[],
): string | undefined {
  for (const [name, folder] of workspace.ownNames) {
    if (specifier.startsWith(name)) return join(workspace.dir, folder, specifier.slice(name.length));
  }
  if (specifier.startsWith('.')) return relative('/', join('/', dirname(from), specifier));
  return workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))?.dir;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(repositoryDir, path), 'utf8'));
}
