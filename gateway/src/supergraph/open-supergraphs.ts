import { CurrentGraph, type HeldGraph } from '#/federation/current-graph.ts';
import {
  readFirstSupergraph,
  type SupergraphEnv,
  type SupergraphStart,
  type VerifiedFiles,
} from './first-supergraph.ts';
import { keepSupergraph } from './kept-supergraph.ts';
import { type OpenGraphOptions, openGraph } from './open-graph.ts';
import type { SupergraphFiles } from './supergraph-files.ts';
import { SupergraphFollower, type SupergraphNumbers } from './supergraph-follower.ts';
import type { Supergraph } from './verify-supergraph.ts';

export interface Supergraphs {
  graphs: CurrentGraph;
  numbers: () => SupergraphNumbers;
  look: () => Promise<void>;
}

/** @throws SupergraphRefused; Error when a file cannot be read, or the kept one cannot be written */
export async function openSupergraphs(
  env: SupergraphEnv,
  options: Omit<OpenGraphOptions, 'checkNeeds'>,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Supergraphs> {
  const start = await readFirstSupergraph(env);
  const { followed } = start;
  const checkNeeds = followed !== undefined;
  const { first, held } = await openFirst(start, (supergraph) => openGraph(supergraph, { ...options, checkNeeds }));
  const graphs = new CurrentGraph(held);
  onStop(() => graphs.current.close());
  const open = (supergraph: Supergraph) => openGraph(supergraph, { ...options, checkNeeds });
  if (followed === undefined)
    return { graphs, numbers: () => ({ serial: null, taken: 0, refused: 0 }), look: async () => {} };
  const keptFile = env.SUPERGRAPH_KEPT_FILE;
  const keep = async (files: SupergraphFiles): Promise<void> => {
    // An unsigned supergraph has no serial.
    if (keptFile !== undefined && followed.verify.publicKeys !== undefined) await keepSupergraph(keptFile, files);
  };
  await keep(first.files);
  const { logger } = options;
  const follower = new SupergraphFollower({
    ...followed,
    first: { ...first, fingerprint: first.files.fingerprint },
    graphs,
    open,
    keep,
    pollMs: env.SUPERGRAPH_POLL_MS,
    logger,
  });
  follower.start();
  onStop(() => follower.stop());
  logger.info({ file: followed.file, serial: first.serial }, 'the supergraph of this file is followed');
  return { graphs, numbers: () => follower.numbers(), look: () => follower.look() };
}

async function openFirst(
  { first, kept }: SupergraphStart,
  open: (supergraph: Supergraph) => Promise<HeldGraph>,
): Promise<{ first: VerifiedFiles; held: HeldGraph }> {
  try {
    return { first, held: await open(first) };
  } catch (error) {
    if (kept === undefined || kept === first) throw error;
    return { first: kept, held: await open(kept) };
  }
}
