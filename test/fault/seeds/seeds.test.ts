import { Random } from '@ledgergraph/chain-generator/random';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { AppliedClaims } from '../checks/applied-claims.ts';
import { compareWithCleanSync } from '../checks/compare-with-clean-sync.ts';
import { PoolWatcher } from '../checks/pool-watcher.ts';
import { checkQuietPool, findPoolContradictions } from '../checks/quiet-pool.ts';
import { MARKET_LISTS } from '../checks/watched-markets.ts';
import { Watcher } from '../checks/watcher.ts';
import { makePlan, type Seed } from '../plan/plan.ts';
import { waitForTip } from '../stage/ask-stage.ts';
import { cleanDatabase, emptyDatabases } from '../stage/create-databases.ts';
import { SUBGRAPHS } from '../stage/programs.ts';
import { type Stage, startStage } from '../stage/start-stage.ts';
import { type OpenChain, openChain } from './open-chain.ts';
import { readRegressions } from './regressions.ts';
import { runSeed } from './run-seed.ts';

/** Always the same, so that a change that breaks one is seen; `npm run test:long` draws more. */
const SEEDS = Array.from({ length: 2 }, (_, index) => ({ seed: index + 1, rewinds: false }));
const KEPT = readRegressions();

const MARKET_CHANGES = {
  transfer: 'txid = reverse(txid)',
  launch_status: "status = 'REFUNDING'",
  offer: 'expiry_height = 1',
  supply_event: 'supply = supply + 1',
  system_lock: 'locked = locked + 1',
};

let stage: Stage;
let chain: OpenChain | undefined;

beforeAll(async () => {
  stage = await startStage(new Random(0));
});

afterAll(async () => {
  await chain?.close();
  await stage?.stop();
});

test.each([...KEPT.filter(({ rewinds }) => !rewinds), ...SEEDS])('npm run fault -- --seed $seed', (seed) =>
  expectToHold(seed),
);

test.each(KEPT.filter(({ rewinds }) => rewinds))('npm run fault -- --seed $seed --rewinds', (seed) =>
  expectToHold(seed),
);

async function expectToHold(seed: Seed): Promise<void> {
  const { violations, story } = await runSeed(stage, seed);
  // A log that is cut shows violations first.
  const report = violations.length === 0 ? [] : [...violations, 'The acts, tick by tick:', ...story];
  expect(report).toEqual([]);
}

test('the checks themselves see a wrong row, an answer of another block, and a claim that is not true', async () => {
  // This seed ends with rows in all lists, and with an open offer.
  const plan = makePlan({ seed: 31, rewinds: false });
  chain = await openChain(stage, plan);
  const { databases } = stage;
  const last = plan.tips.length - 1;
  await Promise.all(chain.nodes.map((node) => node.moveTo(last)));
  await waitForTip(stage, plan.tips[last]?.hash ?? '');
  expect(await compareWithCleanSync(databases, chain.recordingDir)).toEqual([]);

  for (const table of ['native_transaction', 'balance_change_row']) {
    await databases.query('addresses', `UPDATE ${table} SET balance = balance + 1`);
  }
  await databases.query('identities', 'UPDATE identity_revision SET txid = reverse(txid)');
  await databases.query('markets', 'UPDATE registration SET txid = reverse(txid)');
  for (const [table, change] of Object.entries(MARKET_CHANGES)) {
    await databases.query('markets', `UPDATE ${table} SET ${change}`);
  }
  await databases.query('statistics', 'UPDATE reward SET satoshis = satoshis + 1');
  await databases.query('statistics', 'UPDATE block_total SET transactions = transactions + 1 WHERE height > 0');
  const watcher = new Watcher(stage, plan.tree);
  watcher.noteServed(plan.tree.blocks.map(({ hash }) => hash));
  watcher.start();
  const flows = ['registrations', 'producers', 'hours', ...Object.keys(MARKET_LISTS)];
  const parts = ['a0', 'i0', ...flows].map((part) => `${part} at block`);
  const unseen = () => parts.filter((part) => !watcher.violations.some((text) => text.startsWith(part)));
  // Those that it did not see are named when the time is up.
  const seen = waitFor(() => unseen().length === 0, { what: 'the watcher to see all' });
  await seen.catch(() => expect(unseen()).toEqual([]));
  await watcher.stop();
  const claim = { lastBlockHeight: 3, lastBlockHash: 'ff'.repeat(32), subgraphs: [] };
  expect(await new AppliedClaims(databases).check(claim)).toHaveLength(SUBGRAPHS.length);
  await databases.query('blocks', 'UPDATE spend SET input_index = input_index + 1');
  await emptyDatabases(databases, SUBGRAPHS.map(cleanDatabase));
  const differences = await compareWithCleanSync(databases, chain.recordingDir);
  const changed = [
    'addresses: native_transaction',
    'addresses: balance_change_row',
    'identities: identity_revision',
    'markets: registration',
    ...Object.keys(MARKET_CHANGES).map((table) => `markets: ${table}`),
    'statistics: block_total',
    'statistics: reward',
    'blocks: spend',
  ];
  for (const table of changed) {
    expect(differences.filter((text) => text.startsWith(table))).not.toEqual([]);
  }
});

test('the checks themselves see a transaction that is pending though a block has it, and one that only the node has', async () => {
  const plan = makePlan({ seed: 9, rewinds: false });
  await chain?.close();
  chain = await openChain(stage, plan);
  const { databases } = stage;
  const last = plan.tips.length - 1;
  await Promise.all(chain.nodes.map((node) => node.moveTo(last)));
  await waitForTip(stage, plan.tips[last]?.hash ?? '');
  expect((await checkQuietPool(stage, chain.nodes)).violations).toEqual([]);

  const alone = chain.nodes.map((node) => ({
    pool: () => [...node.pool(), 'ff'.repeat(32)],
    get poolLooks() {
      return node.poolLooks;
    },
  }));
  const { violations } = await checkQuietPool(stage, alone, 2_000);
  expect(violations).toEqual([expect.stringMatching(/the node has .*(ff){32}$/)]);

  const watcher = new PoolWatcher(stage, plan.tree, new Random(9));
  await openStayUnmended();
  expect(await findPoolContradictions(databases)).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}: pending and in a block$/),
  ]);
  watcher.start();
  const faults = [/ is listed as pending at [0-9a-f]{64}, and stands in /, / is listed as pending and is CONFIRMED$/];
  await waitFor(() => faults.every((fault) => watcher.violations.some((text) => fault.test(text))), {
    what: 'the watcher to see both',
  });
  await watcher.stop();
  stage.process('blocks-indexer').thaw();
  expect(
    await waitFor(async () => (await findPoolContradictions(databases)).length === 0, {
      what: 'the indexer to mend it',
    }),
  ).toBe(true);
});

/** A running indexer would mend it every few seconds. */
async function openStayUnmended(): Promise<void> {
  const indexer = stage.process('blocks-indexer');
  await waitFor(
    async () => {
      indexer.freeze();
      try {
        await openStayOfMined(stage.databases);
        return true;
      } catch (error) {
        indexer.thaw();
        throw error;
      }
    },
    { what: 'the indexer to be frozen without locks' },
  );
}

/** @throws Error while another process holds the mempool locked */
async function openStayOfMined(databases: Stage['databases']): Promise<void> {
  const mined = `SELECT chain.chain_id, tx.* FROM transaction tx JOIN block USING (chain, height, ordinal) JOIN chain ON chain.id = chain
    WHERE block.main AND tx.index > 0 ORDER BY height DESC LIMIT 1`;
  await databases.query(
    'blocks',
    `SET lock_timeout = '1s';
     WITH mined AS (${mined}), content AS (
       INSERT INTO pool_transaction (chain_id, txid, size, fragment) SELECT chain_id, txid, 100, fragment FROM mined
       ON CONFLICT DO NOTHING), changed AS (
       UPDATE pool SET serial = serial + 1 FROM mined WHERE pool.chain_id = mined.chain_id RETURNING serial)
     INSERT INTO pool_stay (chain_id, enter_serial, txid, conflicts_with)
     SELECT mined.chain_id, changed.serial, mined.txid, '{}' FROM mined, changed`,
  );
}
