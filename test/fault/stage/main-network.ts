import { join } from 'node:path';
import type { Random } from '@ledgergraph/chain-generator/random';
import { BlockTree, ORDINARY_WORK } from '../chain/block-tree.ts';
import { chainOf, writeRecording } from '../chain/write-recording.ts';
import { FaultNode } from '../nodes/fault-node.ts';
import { NODE_PASSWORD, NODE_USER } from './start-stage.ts';

const NETWORK = { chainId: 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV', name: 'VRSC' };
const BLOCKS = 5;

/** Only calls with live keys are counted. @returns its entry in networks.yaml */
export async function openMainNetwork(dir: string, random: Random): Promise<{ entry: object; node: FaultNode }> {
  const recordingDir = join(dir, 'main-network');
  const tree = new BlockTree(random, NETWORK.chainId);
  const tip = tree.extend(tree.genesis, { count: BLOCKS, work: ORDINARY_WORK });
  await writeRecording(recordingDir, NETWORK, chainOf(tip), tip);
  const node = await FaultNode.start({ recordingDir, tips: [tip.hash], user: NODE_USER, password: NODE_PASSWORD });
  const endpoint = { url: node.url, userEnv: 'FAULT_NODE_USER', passwordEnv: 'FAULT_NODE_PASSWORD' };
  return { entry: { ...NETWORK, environment: 'MAINNET', endpoints: [endpoint] }, node };
}
