import { repositoryDir } from '@ledgergraph/local/repository';
import {
  type Fault,
  findForbiddenReaches,
  findGraphIndexingImports,
  findRelativeEscapes,
  findUndeclaredImports,
  findWorkspaceCycles,
  type Reach,
} from '#/checks/imports/boundaries.ts';
import { findKnots, type Knot } from '#/checks/imports/folder-cycles.ts';
import { readSources, type Sources } from '#/checks/imports/source-files.ts';
import type { Check } from './check.ts';
import { KNOWN_KNOTS, KNOWN_REACHES } from './known-breaches.ts';

const LIST = 'tools/src/checks/known-breaches.ts';

/** Everything that reaches where it must not. @param known reaches that are allowed for now; one that is gone is a fault as well */
export function findBoundaryFaults(sources: Sources, known: readonly Reach[]): Fault[] {
  const name = ({ from, into }: Reach) => `${from} reaches into ${into}`;
  const found = new Set(findForbiddenReaches(sources).map(name));
  const allowed = new Set(known.map(name));
  return [
    ...without(found, allowed).map((reach) => `${reach}, which it must not`),
    ...without(allowed, found).map((reach) => `no longer true, remove it from ${LIST}: ${reach}`),
    ...findGraphIndexingImports(sources.files),
    ...findRelativeEscapes(sources),
    ...findUndeclaredImports(sources),
    ...findWorkspaceCycles(sources),
  ];
}

/** Circles of folders. @param known circles that are allowed for now; one that is gone, or has become smaller, is a fault as well */
export function findKnotFaults(sources: Sources, known: readonly Pick<Knot, 'folder' | 'entries'>[]): Fault[] {
  const name = ({ folder, entries }: Pick<Knot, 'folder' | 'entries'>) => `${folder}: ${entries.join(', ')}`;
  const knots = findKnots(sources);
  const found = new Set(knots.map(name));
  const allowed = new Set(known.map(name));
  const fresh = knots.filter((knot) => !allowed.has(name(knot)));
  return [
    ...fresh.map((knot) => [`${name(knot)} import each other in a circle:`, ...knot.imports].join('\n  ')),
    ...without(allowed, found).map((knot) => `no longer so, remove or shorten it in ${LIST}: ${knot}`),
  ];
}

/** Both checks read the same files: once. */
let sources: Promise<Sources> | undefined;
function readOnce(): Promise<Sources> {
  sources ??= readSources(repositoryDir);
  return sources;
}

export const boundariesCheck: Check = {
  title: 'Nobody imports what is not theirs to use',
  fix: 'import from packages, generated protobuf code or the own workspace; docs/architecture.md, "Who owns what"',
  run: async () => join(findBoundaryFaults(await readOnce(), KNOWN_REACHES)),
};

export const folderCyclesCheck: Check = {
  title: 'No folders import each other in a circle',
  fix: 'move what both need to a place that needs neither',
  run: async () => join(findKnotFaults(await readOnce(), KNOWN_KNOTS)),
};

function without(names: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...names].filter((name) => !others.has(name));
}

function join(faults: readonly Fault[]): string | undefined {
  return faults.length === 0 ? undefined : faults.join('\n');
}
