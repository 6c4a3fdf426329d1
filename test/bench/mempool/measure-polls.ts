import type { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { readTreeCpuMs } from '../measure/cpu-time.ts';
import { interleave } from '../measure/interleave.ts';
import { POLLS } from './extent.ts';
import { PoolStand } from './pool-stand.ts';

const SIDES = { few: 50, many: 5_000 } as const;
export type Side = keyof typeof SIDES;
export type PollName = (typeof POLLS)[number];

const CHANGED = 10;
const REPEATS = 20;
const WARM_UP = 5;

/** Mean of a round, in milliseconds. */
export interface PollCost {
  elapsedMs: number;
  cpuMs: number;
  /** Postgres; undefined where it cannot be read. */
  databaseMs: number | undefined;
}

export type PollRound = Record<PollName, Record<Side, PollCost>>;

/** In turn. @param databaseUrls of empty databases */
export async function measurePolls(
  chain: ChainFile,
  databaseUrls: Record<Side, string>,
  databasePid: number,
  rounds: number,
): Promise<PollRound[]> {
  const sides = {
    few: await PollSide.open(chain, databaseUrls.few, databasePid, SIDES.few),
    many: await PollSide.open(chain, databaseUrls.many, databasePid, SIDES.many),
  };
  for (const side of Object.values(sides)) await side.poll(WARM_UP);
  const measured: PollRound[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const costs: Partial<Record<Side, Record<PollName, PollCost>>> = {};
    for (const side of interleave(['few', 'many'] as const, round)) costs[side] = await sides[side].poll(REPEATS);
    measured.push(bySide(costs as Record<Side, Record<PollName, PollCost>>));
  }
  for (const side of Object.values(sides)) await side.close();
  return measured;
}

function bySide({ few, many }: Record<Side, Record<PollName, PollCost>>): PollRound {
  return Object.fromEntries(POLLS.map((name) => [name, { few: few[name], many: many[name] }])) as PollRound;
}

class PollSide {
  readonly #stand: PoolStand;
  readonly #databasePid: number;
  readonly #held: readonly string[];

  private constructor(stand: PoolStand, databasePid: number, held: readonly string[]) {
    this.#stand = stand;
    this.#databasePid = databasePid;
    this.#held = held;
  }

  static async open(chain: ChainFile, databaseUrl: string, databasePid: number, count: number): Promise<PollSide> {
    const stand = await PoolStand.open(chain, databaseUrl);
    const held = stand.pooled.draw(count);
    stand.node.hold(held);
    stand.followPool();
    await stand.readPool();
    return new PollSide(stand, databasePid, held);
  }

  close(): Promise<void> {
    return this.#stand.close();
  }

  async poll(repeats: number): Promise<Record<PollName, PollCost>> {
    const { node, pooled } = this.#stand;
    pooled.rewind();
    const read = async (): Promise<void> => void (await this.#stand.readPool());
    const sums = Object.fromEntries(POLLS.map((name) => [name, { elapsedMs: 0, cpuMs: 0, databaseMs: 0 }])) as Record<
      PollName,
      PollCost
    >;
    const time = async (name: PollName, work: () => Promise<void>): Promise<void> => {
      const cost = await timed(work, this.#databasePid);
      const sum = sums[name];
      sum.elapsedMs += cost.elapsedMs / repeats;
      sum.cpuMs += cost.cpuMs / repeats;
      sum.databaseMs =
        sum.databaseMs === undefined || cost.databaseMs === undefined
          ? undefined
          : sum.databaseMs + cost.databaseMs / repeats;
    };
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      await time('unchanged', () => this.#stand.lookAtPool());
      node.hold(this.#held);
      await time('nothing new', read);
      node.hold([...this.#held, ...pooled.draw(CHANGED)]);
      await time('ten new', read);
      node.hold(this.#held);
      await time('ten gone', read);
    }
    return sums;
  }
}

async function timed(work: () => Promise<void>, databasePid: number): Promise<PollCost> {
  const databaseBefore = readTreeCpuMs(databasePid);
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  const databaseAfter = readTreeCpuMs(databasePid);
  return {
    elapsedMs,
    cpuMs: (user + system) / 1_000,
    databaseMs:
      databaseBefore === undefined || databaseAfter === undefined ? undefined : databaseAfter - databaseBefore,
  };
}
