import { sha256 } from '@ledgergraph/graph-kit/supergraph-manifest';
import { checkSubgraph, type SchemaCheck } from './check-subgraph.ts';
import { PublishedGraph } from './published-graph.ts';
import type { CandidateSubgraph, PublishedSubgraph } from './published-subgraph.ts';
import type { Registry } from './registry.ts';

export interface PublishOptions {
  /** For gateways whose environment names none; absent: as before. */
  routingUrl: string | undefined;
  acceptBreak: string | undefined;
  /** Returns the text's id in git; absent: the registry keeps the text. */
  writeBlob?: ((sdl: string) => Promise<string>) | undefined;
}

export interface Published {
  check: SchemaCheck;
  /** Undefined: refused. */
  version: number | undefined;
}

/** Refuses a schema that does not compose, or breaks clients without a reason. */
export async function publish(
  registry: Registry,
  candidate: CandidateSubgraph,
  { routingUrl, acceptBreak, writeBlob }: PublishOptions,
): Promise<Published> {
  const published = await registry.list();
  const check = await checkSubgraph(new PublishedGraph(published), candidate, candidate.sdl);
  if (!isAcceptable(check, acceptBreak)) return { check, version: undefined };
  const former = published.find(({ name }) => name === candidate.name);
  const url = routingUrl ?? former?.routingUrl;
  const { name, team, sdl } = candidate;
  if (former !== undefined && former.sdl === sdl && former.team === team && former.routingUrl === url) {
    return { check, version: former.version };
  }
  const next: PublishedSubgraph = {
    name,
    team,
    sdl,
    version: (former?.version ?? 0) + 1,
    sha256: sha256(sdl),
    ...(writeBlob !== undefined && { gitBlob: await writeBlob(sdl) }),
    publishedAt: new Date().toISOString(),
    ...(url !== undefined && { routingUrl: url }),
    ...(acceptBreak !== undefined &&
      check.breaks.length > 0 && { acceptedBreak: { reason: acceptBreak, changes: check.breaks } }),
  };
  await registry.write(next);
  return { check, version: next.version };
}

export async function unpublish(
  registry: Registry,
  name: string,
  acceptBreak: string | undefined,
): Promise<{ check: SchemaCheck; isRemoved: boolean }> {
  const published = await registry.list();
  const subgraph = published.find((one) => one.name === name);
  if (subgraph === undefined) throw new Error(`no subgraph ${name} is published`);
  const check = await checkSubgraph(new PublishedGraph(published), subgraph, undefined);
  const isRemoved = isAcceptable(check, acceptBreak);
  if (isRemoved) await registry.remove(name);
  return { check, isRemoved };
}

/** No reason makes a graph acceptable that does not compose. */
function isAcceptable({ compositionFaults, breaks }: SchemaCheck, acceptBreak: string | undefined): boolean {
  return compositionFaults.length === 0 && (breaks.length === 0 || acceptBreak !== undefined);
}
