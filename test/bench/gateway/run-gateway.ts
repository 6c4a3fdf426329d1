import { setTimeout as wait } from 'node:timers/promises';
import { readCpuMs } from '../measure/cpu-time.ts';
import { interleave } from '../measure/interleave.ts';
import type { Load } from './caller.ts';
import { compareAnswers } from './compare-answers.ts';
import type { RequestCount } from './count-requests.ts';
import type { GatewayName } from './gateway-process.ts';
import { SHAPES, type Shape } from './shapes.ts';
import { type Stand, startStack, startStand } from './stand.ts';

const GATEWAYS: readonly GatewayName[] = ['ours', 'stock'];
const WARM_UP_MS = 1_000;
const SLICE_MS = 500;
/** For garbage and answers of the slice before. */
const PAUSE_MS = 20;

/** CPU time is the gateway's; undefined where it cannot be read. */
export interface Slice extends Load {
  cpuMs: number | undefined;
}

export interface ShapeSamples {
  shape: string;
  /** The gateways answer differently, or with errors. */
  fault: string | undefined;
  counts: Record<GatewayName, RequestCount>;
  rounds: Record<GatewayName, Slice>[];
}

export async function runGateway(
  names: readonly string[],
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<ShapeSamples[]> {
  progress('gateway: starting the stack and both gateways');
  const stack = await startStack(cleanup);
  const shapes = SHAPES.filter(({ name }) => names.includes(name));
  const samples: ShapeSamples[] = [];
  {
    await using counting = new AsyncDisposableStack();
    const stand = await startStand(stack, true, counting);
    for (const shape of shapes) samples.push(await inspect(stand, shape));
  }
  const stand = await startStand(stack, false, cleanup);
  for (const [index, shape] of shapes.entries()) {
    const sample = samples[index];
    if (sample === undefined || sample.fault !== undefined) continue;
    progress(`gateway: ${shape.name} (${index + 1} of ${shapes.length})`);
    for (const name of GATEWAYS) await stand.callers[name].load(shape.query, WARM_UP_MS);
    for (let round = 0; round < rounds; round += 1) sample.rounds.push(await runRound(stand, shape, round));
  }
  return samples;
}

/** Compares answers, and counts requests after a first time that fills caches. */
async function inspect({ callers, processes }: Stand, { name, query }: Shape): Promise<ShapeSamples> {
  for (const gateway of GATEWAYS) await callers[gateway].ask(query);
  for (const gateway of GATEWAYS) await processes[gateway].takeCount();
  const fault = compareAnswers(await callers.ours.ask(query), await callers.stock.ask(query));
  const counts = { ours: await processes.ours.takeCount(), stock: await processes.stock.takeCount() };
  return { shape: name, fault, counts, rounds: [] };
}

async function runRound(
  { callers, processes }: Stand,
  { query }: Shape,
  round: number,
): Promise<Record<GatewayName, Slice>> {
  const slices: [GatewayName, Slice][] = [];
  for (const name of interleave(GATEWAYS, round)) {
    const cpuAtStart = readCpuMs(processes[name].pid);
    const load = await callers[name].load(query, SLICE_MS);
    const cpuAtEnd = readCpuMs(processes[name].pid);
    const cpuMs = cpuAtStart === undefined || cpuAtEnd === undefined ? undefined : cpuAtEnd - cpuAtStart;
    slices.push([name, { ...load, cpuMs }]);
    await wait(PAUSE_MS);
  }
  return Object.fromEntries(slices) as Record<GatewayName, Slice>;
}
