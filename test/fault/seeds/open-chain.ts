import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type RecordedBlock, writeRecording } from '../chain/write-recording.ts';
import { FaultNode } from '../nodes/fault-node.ts';
import type { NodePlan } from '../plan/draw-nodes.ts';
import { CHAIN_ID, type Plan } from '../plan/plan.ts';
import { cleanDatabase, emptyDatabases } from '../stage/create-databases.ts';
import { SUBGRAPHS } from '../stage/programs.ts';
import { NODE_PASSWORD, NODE_USER, type Stage } from '../stage/start-stage.ts';

const NETWORK = { chainId: CHAIN_ID, name: 'VRSCTEST' };
/** Served by a misconfigured endpoint. */
const FOREIGN = { chainId: 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV', name: 'pchain' };

export interface OpenChain {
  recordingDir: string;
  nodes: FaultNode[];
  close(): Promise<void>;
}

export interface OpenChainOptions {
  /** In networks.yaml. */
  blockTimeSeconds?: number;
  others?: readonly object[];
}

export interface ChainPlan extends Pick<Plan, 'seed'> {
  tree: { genesis: RecordedBlock; blocks: readonly RecordedBlock[] };
  tips: readonly RecordedBlock[];
  nodes: readonly NodePlan[];
}

export async function openChain(
  stage: Stage,
  plan: ChainPlan,
  { others = [], ...options }: OpenChainOptions = {},
): Promise<OpenChain> {
  const recordingDir = join(stage.dir, `seed-${plan.seed}`);
  const foreignDir = join(stage.dir, `seed-${plan.seed}-foreign`);
  const tip = plan.tips.at(-1) ?? plan.tree.genesis;
  await writeRecording(recordingDir, NETWORK, plan.tree.blocks, tip);
  if (plan.nodes.some(({ kind }) => kind === 'foreign')) {
    await writeRecording(foreignDir, FOREIGN, plan.tree.blocks, tip);
  }
  const nodes: FaultNode[] = [];
  for (const { kind, tips } of plan.nodes) {
    const dir = kind === 'foreign' ? foreignDir : recordingDir;
    nodes.push(await FaultNode.start({ recordingDir: dir, tips, user: NODE_USER, password: NODE_PASSWORD }));
  }
  await stage.process('blocks-indexer').kill();
  await emptyDatabases(stage.databases, [...SUBGRAPHS, ...SUBGRAPHS.map(cleanDatabase)]);
  const endpoints = nodes.map(({ url }) => ({ url, userEnv: 'FAULT_NODE_USER', passwordEnv: 'FAULT_NODE_PASSWORD' }));
  const network = { ...NETWORK, environment: 'TESTNET', ...options, endpoints };
  await writeFile(stage.networksFile, stringify({ networks: [network, ...others] }));
  await stage.process('blocks-indexer').start();
  return {
    recordingDir,
    nodes,
    close: async () => {
      await Promise.all(nodes.map((node) => node.goAway()));
      await rm(recordingDir, { recursive: true, force: true });
      await rm(foreignDir, { recursive: true, force: true });
    },
  };
}
