import { CREDENTIALS, startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { Agent, request } from 'undici';
import { readStackCpu } from '../exports/stack-cpu.ts';
import { interleave } from '../measure/interleave.ts';
import { listQuestions, type Question, RECORDING } from './questions.ts';

const AT_ONCE = 8;
/** The node stays this far below its end, and moves for each round: then nothing is cached. */
const BELOW_END = 60;

export type Way = 'node API' | 'GraphQL' | 'recorded node';
const WAYS: readonly Way[] = ['node API', 'GraphQL', 'recorded node'];

export interface Pass {
  callsPerSecond: number;
  /** All processes of the installation together, for a call. Not known of the recorded node, which runs with the benchmark. */
  cpuMs: number | undefined;
}

export interface NodeRpcSamples {
  method: string;
  calls: number;
  rounds: Record<'first' | 'cached', Partial<Record<Way, Pass>>>[];
}

/** The same questions in verusd's API, in GraphQL, and to the node that stands behind. */
export async function runNodeRpc(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<NodeRpcSamples[]> {
  progress('node-rpc: starting an installation');
  process.env.TEST_CALLS_PER_SECOND = '100000';
  const from = 667 - BELOW_END;
  const stack = await startTestStack({ recordings: [RECORDING], from, isDurable: true, processes: 'one-per-role' });
  cleanup.defer(() => stack.stop());
  const agent = new Agent({ connections: AT_ONCE });
  cleanup.defer(() => agent.close());
  const samples: NodeRpcSamples[] = [];
  for (const [method, questions] of listQuestions()) {
    const sample: NodeRpcSamples = { method, calls: questions.length, rounds: [] };
    // Then both ways are warm, and what the node is asked for once is kept.
    for (const way of WAYS) await ask(stack, agent, way, questions);
    for (let round = 0; round < rounds; round += 1) {
      progress(`node-rpc: ${method}, ${round + 1} of ${rounds}`);
      await stack.waitForTip('test', await stack.node(RECORDING).advance());
      const first: Partial<Record<Way, Pass>> = {};
      const cached: Partial<Record<Way, Pass>> = {};
      for (const way of interleave(WAYS, round)) {
        first[way] = await ask(stack, agent, way, questions);
        cached[way] = await ask(stack, agent, way, questions);
      }
      sample.rounds.push({ first, cached });
    }
    samples.push(sample);
  }
  return samples;
}

async function ask(stack: TestStack, agent: Agent, way: Way, questions: readonly Question[]): Promise<Pass> {
  const before = total(readStackCpu(stack.running));
  const startedAt = performance.now();
  const queue = questions.values();
  const work = async (): Promise<void> => {
    for (const question of queue) await askOne(stack, agent, way, question);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = total(readStackCpu(stack.running)) - before;
  return {
    callsPerSecond: questions.length / seconds,
    cpuMs: way === 'recorded node' ? undefined : cpu / questions.length,
  };
}

async function askOne(stack: TestStack, agent: Agent, way: Way, question: Question): Promise<void> {
  const { gatewayUrl, keys } = stack.address;
  const { method, params, query, variables } = question;
  const isGraphql = way === 'GraphQL';
  const body = JSON.stringify(isGraphql ? { query, variables } : { jsonrpc: '1.0', id: 1, method, params });
  const { user, password } = CREDENTIALS;
  const url = isGraphql
    ? `${gatewayUrl}/graphql`
    : way === 'node API'
      ? `${gatewayUrl}/rpc/VRSCTEST`
      : stack.node(RECORDING).url;
  const authorization =
    way === 'recorded node' ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : `Bearer ${keys.test}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent });
  const text = await answer.body.text();
  // A block above the tip, or a call that the recorded node has no answer for at this height.
  if (way === 'recorded node') return;
  if (answer.statusCode === 429) throw new Error('a limit refused a call of the benchmark');
  if (answer.statusCode >= 500 && !text.includes('"code":-5')) throw new Error(text.slice(0, 300));
}

function total(parts: Map<string, number>): number {
  return [...parts.values()].reduce((sum, ms) => sum + ms, 0);
}
