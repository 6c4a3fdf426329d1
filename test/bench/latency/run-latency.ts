import { setTimeout as wait } from 'node:timers/promises';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { INDEXERS } from '../backfill/indexers.ts';
import { Caller } from '../gateway/caller.ts';
import { SHAPES } from '../gateway/shapes.ts';
import { describeStack } from '../gateway/stand.ts';
import { BusEar } from './hear-bus.ts';
import { measureFloor } from './measure-floor.ts';
import { RowClock } from './read-clock.ts';

/** Between a node's new tip and the first answer at it, in order. */
export const PARTS = ['fetch', 'write', 'pull', 'apply', 'notify', 'pin'] as const;
export type PartName = (typeof PARTS)[number];

/** Milliseconds. */
export type BlockLatency = Record<PartName | 'whole', number>;

export interface LatencySamples {
  blocks: BlockLatency[];
  /** Milliseconds of each unavoidable step, measured alone. */
  floor: Record<string, number[]>;
  floorCounts: Record<string, number>;
}

const FIRST_HEIGHT = 400;
const WARM_UP = 10;
const BLOCKS_PER_ROUND = 20;
const BETWEEN_MS = 150;
/** 50 requests a second. */
const REQUEST_MS = 20;
const LOAD_SHAPES = ['block', 'identity', 'balance'];
const TYPENAME = '{ __typename }';

export async function runLatency(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<LatencySamples> {
  progress('latency: starting a stack');
  const stack = await startTestStack({ recordings: ['vrsctest-a'], from: FIRST_HEIGHT, isDurable: true });
  cleanup.defer(() => stack.stop());
  const { env, openBus } = await describeStack(stack);
  const buses = { addresses: openBus('addresses'), blocks: openBus('blocks'), gateway: openBus('gateway') };
  for (const bus of Object.values(buses)) cleanup.defer(() => bus.close());
  await Promise.all(Object.values(buses).map((bus) => bus.connected));
  const ear = new BusEar(buses);
  const clock = cleanup.use(new RowClock((service) => stack.running.databaseUrl(service)));
  await clock.open();
  const caller = cleanup.use(
    new Caller(stack.address.gatewayUrl, { authorization: `Bearer ${stack.address.keys.test}` }),
  );
  const stopLoad = startLoad(caller);
  cleanup.defer(stopLoad);

  const blocks: BlockLatency[] = [];
  const count = WARM_UP + rounds * BLOCKS_PER_ROUND;
  for (let index = 0; index < count; index += 1) {
    if (index % BLOCKS_PER_ROUND === 0) progress(`latency: block ${index} of ${count}`);
    const latency = await timeBlock(stack, ear, clock, caller);
    if (index >= WARM_UP) blocks.push(latency);
    await wait(BETWEEN_MS);
  }
  progress('latency: what cannot be left out');
  const { floor, floorCounts } = await measureFloor({
    stack,
    bus: buses.gateway,
    env,
    caller,
    samples: rounds * BLOCKS_PER_ROUND,
  });
  return { blocks, floor, floorCounts };
}

function startLoad(caller: Caller): () => void {
  const shapes = SHAPES.filter(({ name }) => LOAD_SHAPES.includes(name));
  let asked = 0;
  const timer = setInterval(() => {
    const shape = shapes[asked++ % shapes.length];
    // These requests are load and are not timed.
    if (shape !== undefined) caller.ask(shape.query).catch(() => undefined);
  }, REQUEST_MS);
  return () => clearInterval(timer);
}

async function timeBlock(stack: TestStack, ear: BusEar, clock: RowClock, caller: Caller): Promise<BlockLatency> {
  const node = stack.node('vrsctest-a');
  const startedAt = Date.now();
  const { hash } = await node.advance();
  const heard = ear.of(hash);
  const tipAt = await waitFor(() => heard.tip, { what: `a notice of the tip ${hash}` });
  let answeredAt = 0;
  while (answeredAt === 0) if ((await caller.ask(TYPENAME)).includes(hash)) answeredAt = Date.now();
  const bellAt = await waitFor(() => heard.bell, { what: `the bell of ${hash}` });
  const appliedAt = await waitFor(
    () => (heard.progress.size === INDEXERS.length ? Math.max(...heard.progress.values()) : undefined),
    {
      what: `all indexers to report ${hash}`,
    },
  );
  const begunAt = await clock.blockBegun(hash);
  const pulledAt = await clock.lastIndexBegun(hash);
  return {
    fetch: begunAt - startedAt,
    write: bellAt - begunAt,
    pull: pulledAt - bellAt,
    apply: appliedAt - pulledAt,
    notify: tipAt - appliedAt,
    pin: answeredAt - tipAt,
    whole: answeredAt - startedAt,
  };
}
