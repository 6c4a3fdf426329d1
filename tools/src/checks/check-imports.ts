import { repositoryDir } from '@ledgergraph/local/repository';
import {
  type Fault,
  findForbiddenReaches,
  findGraphIndexingImports,
  findRelativeEscapes,
  findUndeclaredImports,
  findWorkspaceCycles,
} from '#/checks/imports/boundaries.ts';
import { findKnots } from '#/checks/imports/folder-cycles.ts';
import { readSources, type Sources } from '#/checks/imports/source-files.ts';
import type { Check } from './check.ts';

export function findBoundaryFaults(sources: Sources): Fault[] {
  return [
    ...findForbiddenReaches(sources).map(({ from, into }) => `${from} reaches into ${into}, which it must not`),
    ...findGraphIndexingImports(sources.files),
    ...findRelativeEscapes(sources),
    ...findUndeclaredImports(sources),
    ...findWorkspaceCycles(sources),
  ];
}

export function findKnotFaults(sources: Sources): Fault[] {
  return findKnots(sources).map(({ folder, entries, imports }) =>
    [`${folder}: ${entries.join(', ')} import each other in a circle:`, ...imports].join('\n  '),
  );
}

let sources: Promise<Sources> | undefined;
function readOnce(): Promise<Sources> {
  sources ??= readSources(repositoryDir);
  return sources;
}

export const boundariesCheck: Check = {
  title: 'Every import stays within its boundaries',
  fix: 'import from packages, generated protobuf code or the own workspace; docs/architecture.md, "Who owns what"',
  run: async () => join(findBoundaryFaults(await readOnce())),
};

export const folderCyclesCheck: Check = {
  title: 'No folders import each other in a circle',
  fix: 'move what both need to a place that needs neither',
  run: async () => join(findKnotFaults(await readOnce())),
};

function join(faults: readonly Fault[]): string | undefined {
  return faults.length === 0 ? undefined : faults.join('\n');
}
