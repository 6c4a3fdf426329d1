import { isBuiltin } from 'node:module';
import { homeOf, type Import, isWithin, type SourceFile, type Sources } from './source-files.ts';

export interface Reach {
  /** From the root. */
  from: string;
  into: string;
}

export type Fault = string;

const TOOLS = 'tools';
const FOR_TESTS = ['test/kit', 'test/generators', 'deploy/local', 'deploy/program', 'deploy/recorded-node', TOOLS];
/** These use exports of services and the gateway; other tests know a running installation only. */
const INSIDE = ['test/kit', 'test/contracts', 'test/fault', 'test/bench', 'test/experiments'];
const PROGRAM = 'deploy/program';
/** Its tests run it behind the gateway: it is a client of the API. */
const BEHIND_GATEWAY = 'services/portal';
/** For the demo's node and for tests: a formula of it in a service would be tested against itself. */
const GENERATOR = 'packages/chain-generator';
/** Public APIs only, as a stranger's program. */
const CLIENTS = 'clients';
const CLIENT_PACKAGE = 'packages/verus-protocol';

/**
 * A client imports clients and the protocol's rules; only the program imports a client. A service imports its own source, packages and
 * generated protobuf code; packages and the gateway import no service. Only the test kit, contract and fault tests, benchmarks and
 * experiments import services and the gateway, by `exports`, so that a change inside a service breaks no file outside it.
 */
export function findForbiddenReaches({ files, workspaces }: Sources): Reach[] {
  const reaches = files.flatMap((file) =>
    file.imports.flatMap(({ target }): Reach[] => {
      const into = target === undefined ? undefined : homeOf(target, workspaces);
      return into === undefined || mayUse(file, into) ? [] : [{ from: file.path, into }];
    }),
  );
  const unique = new Map(reaches.map((reach) => [`${reach.from} ${reach.into}`, reach]));
  return [...unique.values()].sort((a, b) => a.from.localeCompare(b.from) || a.into.localeCompare(b.into));
}

function mayUse(file: SourceFile, into: string): boolean {
  if (isWithin(file.home, CLIENTS)) return isWithin(into, CLIENTS) || into === CLIENT_PACKAGE;
  if (file.home === PROGRAM && isWithin(into, CLIENTS)) return true;
  if (into === GENERATOR && file.home !== GENERATOR) return file.isTest || file.home === 'deploy/recorded-node';
  if (into === file.home || into.startsWith('packages/') || into === 'proto-schemas') return true;
  const isInside = INSIDE.some((folder) => isWithin(file.path, folder));
  if (isInside && (into.startsWith('services/') || into === 'gateway')) return true;
  if (file.home === BEHIND_GATEWAY && file.isTest && into === 'gateway') return true;
  if (file.home === 'deploy/local' && into === 'deploy/recorded-node') return true;
  return (file.isTest || isWithin(file.path, TOOLS)) && FOR_TESTS.includes(into);
}

/** Answers and indexing of a service share its tables, never code. */
export function findGraphIndexingImports(files: readonly SourceFile[]): Fault[] {
  return eachImport(files, ({ home, isTest, path }, { target }) => {
    if (target === undefined || isTest || !home.startsWith('services/')) return undefined;
    const sides = [`${home}/src/graph`, `${home}/src/indexing`];
    const from = sides.find((side) => isWithin(path, side));
    const to = sides.find((side) => isWithin(target, side));
    return from !== undefined && to !== undefined && from !== to ? 'crosses graph/ and indexing/' : undefined;
  });
}

/** Other workspaces are imported by name, so that only their exports are used. */
export function findRelativeEscapes({ files, workspaces }: Sources): Fault[] {
  return eachImport(files, ({ home }, { specifier, target }) =>
    specifier.startsWith('.') && target !== undefined && homeOf(target, workspaces) !== home
      ? `leaves ${home} by a relative path`
      : undefined,
  );
}

/** The image would lack packages that package.json does not declare. Tools may use the root's development packages. */
export function findUndeclaredImports({ files, rootDependencies }: Sources): Fault[] {
  return eachImport(files, ({ isTest, workspace }, { specifier }) => {
    if (isTest || workspace === undefined || specifier.startsWith('.') || specifier.startsWith('#')) return undefined;
    if (isBuiltin(specifier)) return undefined;
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    const isDeclared = workspace.dependencies.has(name) || (workspace.dir === TOOLS && rootDependencies.has(name));
    return isDeclared ? undefined : `is not a dependency of ${workspace.name}`;
  });
}

/** Tests are left out. */
export function findWorkspaceCycles({ files, workspaces }: Sources): Fault[] {
  const uses = new Map(workspaces.map(({ dir }) => [dir, new Set<string>()]));
  for (const { isTest, home, imports } of files) {
    if (isTest && !workspaces.some(({ dir }) => dir === home && dir.startsWith('test/'))) continue;
    for (const { target } of imports) {
      const used = target === undefined ? undefined : homeOf(target, workspaces);
      if (used !== undefined && used !== home && uses.has(used)) uses.get(home)?.add(used);
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

function eachImport(
  files: readonly SourceFile[],
  judge: (file: SourceFile, found: Import) => string | undefined,
): Fault[] {
  return files.flatMap((file) =>
    file.imports.flatMap((found) => {
      const fault = judge(file, found);
      return fault === undefined ? [] : `${file.path}: ${found.specifier} ${fault}`;
    }),
  );
}
