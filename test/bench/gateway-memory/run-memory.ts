import { GatewayProcess, type Held } from '../gateway/gateway-process.ts';
import { startStubs } from '../stub-services/stub-stand.ts';
import { askDistinct } from './distinct-operations.ts';

const STARTS = 5;
const OPERATIONS = 20_000;
const STEP = 2_500;
/** After these it should hold what it held before. */
const MORE = 5_000;

/** Node.js' own heap in a pod with 1.25 GiB. */
const IN_A_POD = { NODE_OPTIONS: '--max-old-space-size=640' };

export interface MemoryCurve {
  starts: { elapsedMs: number; cpuMs: number | undefined }[];
  looks: (Held & { operations: number })[];
}

export async function runMemory(cleanup: AsyncDisposableStack, progress: (text: string) => void): Promise<MemoryCurve> {
  const { env: stubs, key } = await startStubs(cleanup);
  const env = { ...stubs, ...IN_A_POD };
  const curve: MemoryCurve = { starts: [], looks: [] };
  for (let start = 0; start < STARTS; start += 1) {
    await using gateway = await GatewayProcess.start('ours', env, false);
    curve.starts.push({ elapsedMs: gateway.readyAfterMs, cpuMs: gateway.cpuWhenReadyMs });
  }
  const gateway = cleanup.use(await GatewayProcess.start('ours', env, false, MEASURE_HEAP));
  for (let asked = 0; asked <= OPERATIONS + MORE; asked += STEP) {
    if (asked > 0) await askDistinct(gateway.url, key, asked - STEP, asked);
    const held = await gateway.takeHeld();
    progress(
      `gateway-memory: ${asked} operations, ${Math.round(held.rss / 1e6)} MB resident, ${Math.round(held.heap / 1e6)} MB of heap`,
    );
    curve.looks.push({ ...held, operations: asked });
  }
  return curve;
}

const MEASURE_HEAP = new URL('./measure-heap.ts', import.meta.url).href;
