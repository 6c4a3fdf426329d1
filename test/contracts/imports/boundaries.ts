import { isBuiltin } from 'node:module';
import type { Import, SourceFile, Workspace } from './source-files.ts';

/** A file that reaches where it must not, in words. */
export type Fault = string;

/** Workspaces that only tests, and what builds the repository, may use. */
const FOR_TESTS = ['test/kit', 'test/generators', 'deploy/local', 'deploy/recorded-node', 'tools'];

/**
 * The rules of who may import whom.
 * A service imports its own source, packages and generated protobuf code; packages and the gateway import no service;
 * only test/kit may reach into services; tests may use the test kit.
 */
export function findForbiddenImports(files: SourceFile[]): Fault[] {
  return eachImport(files, (file, { target }) => {
    if (target === undefined || isWithin(target, file.workspace.dir)) return undefined;
    const isAllowed =
      target.startsWith('packages/') ||
      target.startsWith('proto-schemas') ||
      (file.isTest && FOR_TESTS.some((dir) => isWithin(target, dir))) ||
      (isWithin(file.path, 'tools') && ['deploy/local', 'test/kit'].some((dir) => isWithin(target, dir))) ||
      (isWithin(file.path, 'test/kit') && target.startsWith('services/'));
    return isAllowed ? undefined : `is outside what ${file.workspace.dir} may use`;
  });
}

/** Answers and indexing of a service share its tables, never code: each can be read, and run, without the other. */
export function findGraphIndexingImports(files: SourceFile[]): Fault[] {
  return eachImport(files, (file, { target }) => {
    const { dir } = file.workspace;
    if (target === undefined || !dir.startsWith('services/')) return undefined;
    const sides = [`${dir}/src/graph`, `${dir}/src/indexing`];
    const from = sides.find((side) => isWithin(file.path, side));
    const to = sides.find((side) => isWithin(target, side));
    return from !== undefined && to !== undefined && from !== to && !file.isTest
      ? 'crosses graph/ and indexing/'
      : undefined;
  });
}

/** A relative path never leaves a workspace: others are imported by name, so that what they export is what is used. */
export function findRelativeEscapes(files: SourceFile[]): Fault[] {
  return eachImport(files, (file, { specifier, target }) =>
    specifier.startsWith('.') && target !== undefined && !isWithin(target, file.workspace.dir)
      ? 'leaves the workspace by a relative path'
      : undefined,
  );
}

/** What a deployed file imports must stand in its workspace's package.json, or its image would lack it. */
export function findUndeclaredImports(files: SourceFile[]): Fault[] {
  return eachImport(files, (file, { specifier }) => {
    if (file.isTest || specifier.startsWith('.') || specifier.startsWith('#') || isBuiltin(specifier)) return undefined;
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    return file.workspace.dependencies.has(name) ? undefined : `is not a dependency of ${file.workspace.name}`;
  });
}

/** Chains of workspaces that import each other in a circle, tests left out. */
export function findWorkspaceCycles(files: SourceFile[], workspaces: Workspace[]): Fault[] {
  const uses = new Map(workspaces.map(({ dir }) => [dir, new Set<string>()]));
  for (const { isTest, workspace, imports } of files) {
    const isForTests = workspace.dir.startsWith('test/');
    for (const { target } of isTest && !isForTests ? [] : imports) {
      const used = workspaces.find(({ dir }) => target !== undefined && isWithin(target, dir));
      if (used !== undefined && used !== workspace) uses.get(workspace.dir)?.add(used.dir);
    }
  }
  const cycles: Fault[] = [];
  const walk = (dir: string, path: string[]): void => {
    if (path.includes(dir)) cycles.push([...path.slice(path.indexOf(dir)), dir].join(' → '));
    else for (const next of uses.get(dir) ?? []) walk(next, [...path, dir]);
  };
  for (const { dir } of workspaces) walk(dir, []);
  return cycles;
}

function eachImport(files: SourceFile[], judge: (file: SourceFile, found: Import) => string | undefined): Fault[] {
  return files.flatMap((file) =>
    file.imports.flatMap((found) => {
      const fault = judge(file, found);
      return fault === undefined ? [] : `${file.path}: ${found.specifier} ${fault}`;
    }),
  );
}

function isWithin(path: string, dir: string): boolean {
  return path === dir || path.startsWith(`${dir}/`);
}
