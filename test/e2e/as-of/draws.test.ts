import { Random } from '@ledgergraph/chain-generator/random';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { type SteppedInstallation, startSteppedInstallation } from '@ledgergraph/test-kit/roles/stepped-installation';
import { readAnswers, readBlocks } from '../agrees-with-node/oracle.ts';
import { NodeDraws } from './node-draws.ts';
import { recallAll, runSessions, writeOperations } from './run-draws.ts';
import { readSubjects } from './subjects.ts';

/** Five draws each; `npm run test:long` sits longer. */
const SITTINGS = Number(process.env.TEST_SITTINGS ?? 120);
/** A hang has to end, however slow the machine is. */
const START_MS = 900_000;
const DRAWING_MS = 3_600_000;
const SHOWN_MAX = 3;

// To repeat: npm test -- --selectProjects e2e --testPathPatterns as-of/draws --seed <seed>
const seed = jest.getSeed();
const cleanup = new AsyncDisposableStack();
let installation: SteppedInstallation;

beforeAll(async () => {
  installation = await startSteppedInstallation(['vrsctest-a', 'pchain-a'], cleanup);
}, START_MS);

afterAll(() => cleanup.disposeAsync(), START_MS);

test.each(['vrsctest-a', 'pchain-a'] as const)(
  `%s: draws answer as of a block as a sync that stopped there (--seed ${seed})`,
  async (name) => {
    const random = new Random(seed).branch(name);
    const dir = recordingDir(name);
    const answers = readAnswers(dir);
    const chainId: string = answers.find(({ method }) => method === 'getinfo')?.result.chainid;
    const subjects = readSubjects(chainId, readBlocks(dir), answers);
    const ask = (document: string, variables?: Record<string, unknown>) => installation.ask(name, document, variables);
    const nodeDraws = new NodeDraws(ask, answers, subjects);

    const operations = writeOperations(installation.schema, random.branch('operations'));
    const sessions = await runSessions({
      operations,
      subjects,
      count: SITTINGS,
      ask,
      advanceTo: (height) => installation.advanceTo(name, height),
      nodeDraws,
      random: random.branch('sessions'),
    });
    const found = [...(await nodeDraws.recall()), ...(await recallAll(ask, sessions, random.branch('recalls')))];

    expect(found.slice(0, SHOWN_MAX).join('\n\n')).toBe('');
    expect(nodeDraws.differences.found.slice(0, SHOWN_MAX)).toEqual([]);
    expect(new Set(sessions.map(({ operation }) => operation)).size).toBe(operations.length);
    const draws = sessions.flatMap((session) => session.draws);
    expect(draws.length).toBeGreaterThanOrEqual(4 * SITTINGS);
    expect(draws.filter(({ expected }) => expected.value != null).length).toBeGreaterThan(draws.length / 2);
    expect(draws.filter(({ page }) => page !== null).length).toBeGreaterThan(10);
    expect(nodeDraws.count).toBeGreaterThan(SITTINGS / 2);
  },
  DRAWING_MS,
);
