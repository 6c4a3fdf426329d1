import { homeOf, type SourceFile, type Sources } from './source-files.ts';

export interface Knot {
  /** From the root. */
  folder: string;
  entries: string[];
  imports: string[];
}

/**
 * Entries of a folder that import each other in a circle; imports of types count, tests do not. An entry is a file, or a folder with all
 * below. Without circles a reader can take entries one after another.
 */
export function findKnots({ files, workspaces }: Sources): Knot[] {
  /** The first import, by folder, entry and entry that it uses. */
  const folders = new Map<string, Uses>();
  for (const { path, home, imports } of files.filter(isJudged)) {
    for (const { target } of imports) {
      if (target === undefined || homeOf(target, workspaces) !== home) continue;
      const step = findSiblings(path, target);
      if (step === undefined) continue;
      const uses = getOrAdd(folders, step.folder, () => new Map<string, Map<string, string>>());
      getOrAdd(
        getOrAdd(uses, step.from, () => new Map<string, string>()),
        step.to,
        () => `${path} imports ${target}`,
      );
    }
  }
  return [...folders]
    .flatMap(([folder, uses]) => findCircles(uses).map((entries) => describeKnot(folder, entries, uses)))
    .sort((a, b) => a.folder.localeCompare(b.folder) || `${a.entries}`.localeCompare(`${b.entries}`));
}

type Uses = Map<string, Map<string, string>>;

function describeKnot(folder: string, entries: string[], uses: Uses): Knot {
  const imports = entries.flatMap((from) =>
    [...(uses.get(from) ?? [])].filter(([to]) => entries.includes(to)).map(([, text]) => text),
  );
  return { folder, entries, imports };
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}

function isJudged({ path }: SourceFile): boolean {
  return !/\.test\.tsx?$/.test(path);
}

/** Entries of the folder that two files share; undefined when both lie in the same one. */
function findSiblings(path: string, target: string): { folder: string; from: string; to: string } | undefined {
  const from = path.split('/');
  const to = target.split('/');
  const depth = from.findIndex((name, index) => name !== to[index]);
  const [fromEntry, toEntry] = [from[depth], to[depth]];
  if (fromEntry === undefined || toEntry === undefined) return undefined;
  return { folder: from.slice(0, depth).join('/'), from: fromEntry, to: toEntry };
}

/** Tarjan's algorithm; names sorted. */
function findCircles(uses: Uses): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): number => {
    const known = order.get(name);
    if (known !== undefined) return stack.includes(name) ? known : Number.POSITIVE_INFINITY;
    const own = order.size;
    order.set(name, own);
    lowest.set(name, own);
    stack.push(name);
    for (const next of uses.get(name)?.keys() ?? []) lowest.set(name, Math.min(lowest.get(name) ?? own, visit(next)));
    if (lowest.get(name) === own) {
      const circle = stack.splice(stack.indexOf(name));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest.get(name) ?? own;
  };
  for (const name of uses.keys()) visit(name);
  return circles;
}
