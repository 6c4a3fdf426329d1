import type { SupergraphEnv } from '#/env.ts';
import { LiveGraph } from '#/federation/live-graph.ts';
import { readFirstSupergraph } from './first-supergraph.ts';
import { type OpenGraphOptions, openGraph } from './open-graph.ts';
import { SupergraphFollower, type SupergraphNumbers } from './supergraph-follower.ts';
import type { Supergraph } from './verify-supergraph.ts';

/** The graph that answers, and what is told of it. */
export interface Supergraphs {
  live: LiveGraph;
  numbers: () => SupergraphNumbers;
  /** Looks for a new supergraph now. */
  look: () => Promise<void>;
}

/**
 * Opens the graph a gateway starts with, and follows its file where it has one.
 * @throws SupergraphRefused; Error when a file cannot be read
 */
export async function openSupergraphs(
  env: SupergraphEnv,
  options: Omit<OpenGraphOptions, 'checkNeeds'>,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Supergraphs> {
  const { first, followed } = await readFirstSupergraph(env);
  const checkNeeds = followed !== undefined;
  const live = new LiveGraph(await openGraph(first, { ...options, checkNeeds }));
  const open = (supergraph: Supergraph) =>
    openGraph(supergraph, { ...options, checkNeeds, knownQueries: live.current.server.cache });
  if (followed === undefined)
    return { live, numbers: () => ({ serial: null, taken: 0, refused: 0 }), look: async () => {} };
  const { logger } = options;
  const follower = new SupergraphFollower({
    ...followed,
    first,
    live,
    open,
    pollMs: env.SUPERGRAPH_POLL_MS,
    logger,
  });
  follower.start();
  onStop(() => follower.stop());
  logger.info({ file: followed.file, serial: first.serial }, 'the supergraph of this file is followed');
  return { live, numbers: () => follower.numbers(), look: () => follower.look() };
}
