import { monthOf } from '#/quota/month.ts';
import { findQuotaState } from '#/quota/quota-state.ts';
import { writeOffLeases } from '#/quota/write-off-leases.ts';
import { Chance } from './chance.ts';
import { ModelGateway } from './model-gateway.ts';
import { type QuotaFixture, START, startQuotas } from './quota-fixture.ts';

const ROUNDS = 25;
const ROLLOVER_AT = 15;
const CRASH_AT = 8;
const GATEWAYS = 4;

type Team = { id: string; keyId: string; limit: bigint };

class World {
  readonly quotas: QuotaFixture;
  readonly chance: Chance;
  readonly gateways: ModelGateway[] = [];
  teams: Team[] = [];
  /** By team and month. */
  readonly highest = new Map<string, bigint>();

  constructor(quotas: QuotaFixture, seed: number) {
    this.quotas = quotas;
    this.chance = new Chance(seed);
  }

  async start(): Promise<void> {
    for (const limit of [2n, 300n, 8_000n]) {
      const id = await this.quotas.addTeam(limit);
      this.teams.push({ id, keyId: await this.quotas.addKey(id), limit });
      this.#noteLimit(id, limit);
    }
    for (let number = 0; number < GATEWAYS; number++) this.#addGateway();
  }

  async round(number: number): Promise<void> {
    this.#passTime(number);
    if (this.chance.oneIn(10)) await this.#changePlan();
    const work = this.#working().map((gateway, index) =>
      number === CRASH_AT && index === 0 ? this.#crash(gateway) : this.#act(gateway),
    );
    if (this.chance.oneIn(3)) work.push(writeOffLeases(this.quotas.deps));
    // Invariants hold at every moment, also during all work.
    await Promise.all([...work, this.checkBooks(), this.checkBooks()]);
    await this.checkCounts();
    while (this.#working().length < GATEWAYS) this.#addGateway();
  }

  /** Then only dead gateways hold units, and every free unit can be leased. */
  async finish(): Promise<void> {
    const living = this.#working();
    await Promise.all(living.map((gateway) => gateway.leave()));
    for (const lease of living.flatMap((gateway) => gateway.known)) expect(lease.reported).toBe(lease.spent);
    await this.checkCounts();
    const dead = this.gateways.filter(({ crashed }) => crashed).map(({ id }) => id);
    const rows = await this.quotas.db.quotaLease.findMany({
      where: { teamId: { in: this.#teamIds() } },
    });
    for (const { gatewayId } of rows) expect(dead).toContain(gatewayId);
    for (const { id } of this.teams) await this.#drain(id);
  }

  /** Charged units are those spent and outstanding, within the plan. */
  async checkBooks(): Promise<void> {
    const rows = await this.quotas.db.$queryRaw<
      { teamId: string; startsOn: string; charged: bigint; spent: bigint; out: bigint }[]
    >`SELECT team_id AS "teamId", starts_on::text AS "startsOn", charged, spent,
             (SELECT coalesce(sum(size - spent), 0)::bigint FROM quota_lease l
               WHERE l.team_id = p.team_id AND l.starts_on = p.starts_on) AS out
        FROM quota_period p WHERE team_id = ANY(${this.#teamIds()})`;
    for (const { teamId, startsOn, charged, spent, out } of rows) {
      expect(charged).toBe(spent + out);
      expect(charged).toBeLessThanOrEqual(this.highest.get(`${teamId} ${startsOn}`) ?? -1n);
    }
  }

  /** Only while nothing is under way: accounts has counted all reports that reached it, and no gateway exceeded the plan. */
  async checkCounts(): Promise<void> {
    const leases = this.gateways.flatMap(({ known }) => known);
    const periods = await this.quotas.db.quotaPeriod.findMany({ where: { teamId: { in: this.#teamIds() } } });
    for (const [month, limit] of this.highest) {
      const isIt = (teamId: string, startsOn: string) => `${teamId} ${startsOn}` === month;
      const ofMonth = leases.filter((lease) => isIt(lease.teamId, lease.startsOn));
      const period = periods.find(({ teamId, startsOn }) => isIt(teamId, startsOn.toISOString().slice(0, 10)));
      expect(period?.spent ?? 0n).toBe(sum(ofMonth.map(({ reported }) => reported)));
      expect(sum(ofMonth.map(({ spent }) => spent))).toBeLessThanOrEqual(limit);
    }
    const keyIds = this.teams.map(({ keyId }) => keyId);
    const counted = await this.quotas.db.usageDay.groupBy({
      by: ['keyId'],
      where: { keyId: { in: keyIds } },
      _sum: { calls: true },
    });
    for (const keyId of keyIds) {
      const calls = counted.find((usage) => usage.keyId === keyId)?._sum.calls ?? 0n;
      expect(calls).toBe(sum(this.gateways.map(({ usageReported }) => usageReported.get(keyId) ?? 0n)));
    }
  }

  async #drain(teamId: string): Promise<void> {
    const before = await findQuotaState(this.quotas.db, teamId, this.quotas.clock.now);
    let leased = 0n;
    for (;;) {
      const { lease, quota } = await this.quotas.lease(`drain-${teamId}`, teamId, 1_000);
      if (lease === undefined) {
        expect(quota.free).toBe(0n);
        break;
      }
      leased += lease.size;
    }
    expect(leased).toBe(before?.free);
  }

  async #act(gateway: ModelGateway): Promise<void> {
    const { chance } = this;
    const fate = chance.below(40);
    if (fate === 0) return gateway.leave();
    if (fate === 1) return this.#crash(gateway);
    const team = chance.pick(this.teams as [Team, ...Team[]]);
    const work: Promise<unknown>[] = [];
    if (chance.oneIn(2)) work.push(gateway.lease(team.id, 1 + chance.below(200)));
    if (chance.oneIn(10)) work.push(gateway.leaseUnheard(team.id));
    for (let times = chance.below(4); times > 0; times--) gateway.spend(1 + chance.below(60), this.#keyOf);
    if (chance.oneIn(5)) gateway.giveBack();
    if (!chance.oneIn(4)) work.push(gateway.report());
    if (chance.oneIn(6)) work.push(gateway.repeatOldReport());
    for (let times = chance.below(4); times > 0; times--) gateway.spend(1 + chance.below(60), this.#keyOf);
    await Promise.all(work);
  }

  async #crash(gateway: ModelGateway): Promise<void> {
    const report = gateway.report();
    gateway.crash();
    await report;
  }

  #passTime(round: number): void {
    const { clock } = this.quotas;
    const ms = round === ROLLOVER_AT ? 20 * 86_400_000 : this.chance.pick([0, 300, 1_000, 1_000, 5_500, 12_000]);
    clock.now = new Date(clock.now.getTime() + ms);
    for (const { id, limit } of this.teams) this.#noteLimit(id, limit);
  }

  async #changePlan(): Promise<void> {
    const team = this.chance.pick(this.teams as [Team, ...Team[]]);
    team.limit = BigInt(1 + this.chance.below(1_500));
    await this.quotas.db.plan.updateMany({
      where: { teams: { some: { id: team.id } } },
      data: { callsPerMonth: team.limit },
    });
    this.#noteLimit(team.id, team.limit);
  }

  #teamIds(): string[] {
    return this.teams.map(({ id }) => id);
  }

  #noteLimit(teamId: string, limit: bigint): void {
    const month = `${teamId} ${monthOf(this.quotas.clock.now).startsOn}`;
    const known = this.highest.get(month) ?? 0n;
    this.highest.set(month, limit > known ? limit : known);
  }

  #addGateway(): void {
    this.gateways.push(new ModelGateway(this.quotas, this.chance));
  }

  #working(): ModelGateway[] {
    return this.gateways.filter(({ works }) => works);
  }

  #keyOf = (teamId: string): string => this.teams.find(({ id }) => id === teamId)?.keyId ?? '';
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

let quotas: QuotaFixture;
beforeAll(async () => {
  quotas = await startQuotas();
});
afterAll(() => quotas.stop());

test.each([1, 2, 3, 4, 5])(
  'gateways that lease, spend, lose messages, crash, come back and leave never exceed a plan, and no unit is lost (seed %d)',
  async (seed) => {
    quotas.clock.now = START;
    const world = new World(quotas, seed);
    await world.start();
    for (let round = 0; round < ROUNDS; round++) await world.round(round);
    await world.finish();
    // Guards against a model whose gateways do nothing.
    expect(world.gateways.filter(({ crashed }) => crashed).length).toBeGreaterThan(0);
    expect(sum(world.gateways.flatMap(({ known }) => known).map(({ spent }) => spent))).toBeGreaterThan(100n);
    expect(quotas.logged.filter(({ level }) => level === 'error')).toEqual([]);
  },
);
