import { Random } from '@ledgergraph/chain-generator/random';
import { BlockTree, ORDINARY_WORK } from '../chain/block-tree.ts';
import { compareWithCleanSync } from '../checks/compare-with-clean-sync.ts';
import { EventWatcher } from '../checks/event-watcher.ts';
import { WebhookWatcher } from '../checks/webhook-watcher.ts';
import { CHAIN_ID } from '../plan/plan.ts';
import { type OpenChain, openChain } from '../seeds/open-chain.ts';
import { waitForTip } from '../stage/ask-stage.ts';
import { keepCopy, restoreCopy } from '../stage/database-copies.ts';
import { type Stage, startStage } from '../stage/start-stage.ts';

const tree = new BlockTree(new Random(1), CHAIN_ID);
const trunk = tree.extend(tree.genesis, { count: 20, work: ORDINARY_WORK });
const left = tree.extend(trunk, { count: 8, work: ORDINARY_WORK });
// Lower and heavier; no later block makes streams look again.
const tip = tree.extend(trunk, { count: 4, work: ORDINARY_WORK * 3n });
const ticks = [trunk, left, tip];

let stage: Stage;
let chain: OpenChain;
let events: EventWatcher;
let webhook: WebhookWatcher;

beforeAll(async () => {
  stage = await startStage(new Random(1));
  const nodes = [{ kind: 'leading', tips: ticks.map(({ hash }) => hash) }] as const;
  chain = await openChain(stage, { seed: 0, tree, tips: ticks, nodes });
  await waitForTip(stage, trunk.hash);
  events = new EventWatcher(stage, tree);
  webhook = new WebhookWatcher(stage, new Random(2));
  events.start();
  await webhook.start();
});

afterAll(async () => {
  await events?.stop();
  await webhook?.stop();
  await chain?.close();
  await stage?.stop();
});

async function countLeft(): Promise<number> {
  const rows = await stage.databases.query('blocks', 'SELECT 1 FROM block WHERE NOT main');
  return rows.length;
}

test('streams and webhooks undo a branch that blocks lost, that its node left, and that no process remembers', async () => {
  await keepCopy(stage.databases, 'blocks');
  await chain.nodes[0]?.moveTo(1);
  await waitForTip(stage, left.hash);
  expect([...(await events.check(left)), ...(await webhook.check(left))]).toEqual([]);

  // The replica never had the branch.
  await stage.process('blocks-indexer').kill();
  await restoreCopy(stage.databases, 'blocks');
  await chain.nodes[0]?.moveTo(2);
  // Streams wait, as they would if no node had the branch.
  stage.messages.setFaults({ lost: 1, repeated: 0, late: 0 });
  await stage.process('blocks-indexer').start();
  await waitForTip(stage, tip.hash);
  expect(await countLeft()).toBe(0);

  stage.messages.setFaults(null);
  expect([...(await events.check(tip)), ...(await webhook.check(tip))]).toEqual([]);
  expect(await countLeft()).toBe(left.height - trunk.height);
  expect(await compareWithCleanSync(stage.databases, chain.recordingDir)).toEqual([]);
  expect(stage.unexpectedEnds).toEqual([]);
});
