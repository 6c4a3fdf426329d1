import { Random } from '@ledgergraph/chain-generator/random';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { BlockTree, ORDINARY_WORK } from '../chain/block-tree.ts';
import { PeopleLoad } from '../checks/people-load.ts';
import type { FaultNode } from '../nodes/fault-node.ts';
import { CHAIN_ID } from '../plan/plan.ts';
import { type OpenChain, openChain } from '../seeds/open-chain.ts';
import { waitForTip } from '../stage/ask-stage.ts';
import { openMainNetwork } from '../stage/main-network.ts';
import { type Stage, startStage } from '../stage/start-stage.ts';
import { PeopleDatabases } from './people-databases.ts';

/** On each side of the failover. */
const ENOUGH = 10;

const tree = new BlockTree(new Random(1), CHAIN_ID);
const tip = tree.extend(tree.genesis, { count: 3, work: ORDINARY_WORK });

let databases: PeopleDatabases;
let stage: Stage;
let chain: OpenChain;
let mainNode: FaultNode;
let people: PeopleLoad;

beforeAll(async () => {
  stage = await startStage(new Random(1), undefined, {
    startDatabases: async (dataDir, password) => {
      databases = await PeopleDatabases.start(dataDir, password);
      return databases;
    },
  });
  const main = await openMainNetwork(stage.dir, new Random(2));
  mainNode = main.node;
  const nodes = [{ kind: 'leading', tips: [tip.hash] }] as const;
  chain = await openChain(stage, { seed: 0, tree, tips: [tip], nodes }, { others: [main.entry] });
  await waitForTip(stage, tip.hash);
  people = new PeopleLoad(stage);
  await people.start();
});

afterAll(async () => {
  await people?.stop();
  await mainNode?.goAway();
  await chain?.close();
  await stage?.stop();
});

async function untilMore(): Promise<void> {
  const { answered, revoked } = people.done;
  await waitFor(() => people.done.answered >= answered + ENOUGH && people.done.revoked >= revoked + ENOUGH, {
    what: 'calls and revocations to succeed',
  });
}

test('a synchronous replica that is promoted has every revoked key, every unit and every endpoint', async () => {
  await untilMore();
  await people.operate('http://127.0.0.1:9/nowhere');
  expect(people.counts.commandsFailed).toBe(0);

  await databases.holdReplica();
  await databases.failOver();
  await untilMore();
  await people.operate('http://127.0.0.1:9/nowhere');
  expect(people.counts.commandsFailed).toBe(0);

  expect([...(await people.check()), ...(await people.settle())]).toEqual([]);
  expect(stage.unexpectedEnds).toEqual([]);
});
