import { setTimeout as wait } from 'node:timers/promises';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { utxoHeightIn } from '@ledgergraph/test-kit/utxo-height';
import { compareAddresses, findFreeIdentities, NOT_INDEXED } from '../../e2e/agrees-with-node/addresses.ts';
import { compareBlocks } from '../../e2e/agrees-with-node/blocks.ts';
import { compareCurrencies } from '../../e2e/agrees-with-node/currencies.ts';
import { compareIdentities } from '../../e2e/agrees-with-node/identities.ts';
import { type Ask, Differences, readAnswers, readBlocks } from '../../e2e/agrees-with-node/oracle.ts';
import { type Experiment, type ExperimentContext, type Findings, readCount } from '../experiment.ts';
import { AnswerTally, type Tally } from './answer-tally.ts';
import { SmallDisk } from './small-disk.ts';

/** A whole installation on a disk that fills up while its chain grows, and has room again. */
export const diskFull: Experiment = {
  summary:
    'the disk of an installation is full while the chain grows, then has room (--set mib=1500, steps=60, from=250)',
  packages: [],
  run: measure,
};

const RECORDING = 'vrsctest-a';
const COINBASE_MATURITY = 100;
const STEP_MS = 500;
const FULL_MS = 30_000;
const OPERATION = `{ blocks(limit: 1) { blocks { height hash } } identities(limit: 1) { totalCount }
  currencies(limit: 1) { totalCount } richList(limit: 1) { totalCount } }`;

async function measure({ cleanup, settings, progress }: ExperimentContext): Promise<Findings> {
  const disk = await SmallDisk.mount(readCount(settings, 'mib', 1_500), cleanup);
  process.env.TMPDIR = disk.folder;
  progress('starting an installation on a small disk');
  const from = readCount(settings, 'from', 250);
  const stack = await startTestStack({ recordings: [RECORDING], from, isDurable: true });
  cleanup.defer(() => stack.stop());
  const node = stack.node(RECORDING);
  const tally = new AnswerTally(stack.address.gatewayUrl, stack.address.keys.test, OPERATION);
  tally.start();
  cleanup.defer(() => tally.stop());
  const begun = node.tip().height;

  progress('filling the disk');
  await disk.fill();
  const steps = readCount(settings, 'steps', 60);
  for (let step = 0; step < steps; step += 1) {
    await node.advance();
    await wait(STEP_MS);
  }
  await wait(FULL_MS);
  const full = tally.take();
  progress('giving it room');
  await disk.empty();
  for (;;) {
    const before = node.tip().hash;
    if ((await node.advance(steps)).hash === before) break;
  }
  const startedAt = performance.now();
  await stack.waitForTip('test', node.tip());
  const seconds = (performance.now() - startedAt) / 1000;
  const after = tally.take();
  await tally.stop();
  progress('comparing all answers with those of the node');
  const { compared, found } = await compareAll(stack);
  return {
    facts: [
      `full, while the node went on from block ${begun} by ${steps} steps: ${describe(full)}`,
      `with room again: at the node's tip, block ${node.tip().height}, after ${seconds.toFixed(1)} s; ${describe(after)}`,
      `${compared} answers compared with the node's: ${found.length} differ`,
    ],
    violations: [...found.slice(0, 20), ...findFaults(full, begun + steps), ...findFaults(after, Infinity)],
  };
}

/** A new connection is refused, and two reorganisations may come while a request runs. */
const EXCUSED = / (SUBGRAPH_UNAVAILABLE|CHAIN_REORGANIZED)$/;

/** Errors that no full disk excuses, and a disk that was not full: then the last step was served. */
function findFaults({ answers, errors, height }: Tally, lastStep: number): string[] {
  const foreign = [...errors.keys()].filter((text) => !EXCUSED.test(text));
  if (answers === 0) foreign.push('nothing was asked');
  if (height >= lastStep) foreign.push(`block ${height} was served: the disk was not full`);
  return foreign;
}

function describe({ answers, errors, height }: Tally): string {
  const texts = Array.from(errors, ([text, count]) => `${text} ${count}`);
  return `${answers} answers, the last at block ${height}; errors: ${texts.join(', ') || 'none'}`;
}

/** Every block, address, identity and currency of the recording. */
async function compareAll(stack: TestStack): Promise<Differences> {
  const dir = recordingDir(RECORDING);
  const answers = readAnswers(dir);
  const blocks = readBlocks(dir);
  const chainId: string = answers.find((answer) => answer.method === 'getinfo')?.result.chainid;
  const ask: Ask = async (document, variables) => {
    const answer = await stack.query('test', document, variables);
    if (answer.data === null) throw new Error(`no data: ${JSON.stringify(answer.errors)}`);
    return answer;
  };
  const oracle = {
    chainId,
    tip: blocks.length - 1,
    coinbaseMaturity: COINBASE_MATURITY,
    freeIdentities: findFreeIdentities(blocks),
    notIndexed: NOT_INDEXED[RECORDING],
    utxoHeight: utxoHeightIn(dir),
  };
  const differences = new Differences();
  await compareBlocks(ask, blocks, differences);
  await compareAddresses(ask, answers, oracle, differences);
  await compareIdentities(ask, answers, differences);
  await compareCurrencies(ask, answers, chainId, differences);
  return differences;
}
