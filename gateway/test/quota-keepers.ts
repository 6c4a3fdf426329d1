import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { pino } from 'pino';
import type { KnownKey } from '#/auth/key-answer.ts';
import { dayOf } from '#/quota/month.ts';
import { QuotaKeeper } from '#/quota/quota-keeper.ts';
import type { Reservation, UnitAnswer } from '#/quota/reservation.ts';
import { FakeQuotaService } from './fake-quota-service.ts';

const keepers: QuotaKeeper[] = [];
/** They report often unless a test sets another pace. */
export function setUp({ gateways = 1, limit = 1_000n as bigint | undefined, heardOf = true, reportMs = 20 } = {}) {
  const bus = new MemoryBus();
  const accounts = new FakeQuotaService(heardOf ? bus : undefined);
  accounts.limit = limit;
  const clock = { now: Date.now };
  accounts.now = () => clock.now();
  const started = Array.from({ length: gateways }, () => {
    const keeper = new QuotaKeeper({
      accounts,
      bus,
      logger: pino({ level: 'silent' }),
      now: () => clock.now(),
      reportMs,
    });
    keeper.start();
    keepers.push(keeper);
    return keeper;
  });
  return { bus, accounts, clock, keepers: started, keeper: started[0] as QuotaKeeper };
}

export const live = (callsPerMonth: bigint | null = 1_000n): KnownKey => ({
  id: 'key-1',
  environment: 'MAINNET',
  teamId: 'team-1',
  personId: null,
  plan: {
    id: 'free',
    callsPerMonth,
    streamsPerKey: null,
    sendsPerMinute: null,
    workUnderWay: null,
    callsPerSecond: null,
  },
  allowedNetworks: [],
  allowedOrigins: [],
  maySend: false,
  expiresAt: null,
});

export async function admitted(keeper: QuotaKeeper, key = live()): Promise<Reservation> {
  const answer = await keeper.admit(key);
  if (answer.status !== 'admitted') throw new Error(`not admitted: ${answer.status}`);
  return answer.reservation;
}

export async function call(keeper: QuotaKeeper, now = Date.now()): Promise<UnitAnswer['status']> {
  const answer = await keeper.admit(live());
  if (answer.status === 'admitted') {
    await new Promise((resolve) => setImmediate(resolve));
    answer.reservation.commit();
    keeper.countCall('key-1', answer.reservation.dayFor(dayOf(now)), CallStatus.ANSWERED);
  }
  return answer.status;
}

export async function calls(gateways: QuotaKeeper[], number: number): Promise<Record<string, number>> {
  const ended = await Promise.all(
    Array.from({ length: number }, (_, index) => call(gateways[index % gateways.length] as QuotaKeeper)),
  );
  return Object.fromEntries(
    ['admitted', 'exhausted', 'unavailable'].map((status) => [status, ended.filter((one) => one === status).length]),
  );
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

export async function stopAll(): Promise<void> {
  for (const keeper of keepers.splice(0)) await keeper.stop();
}

export async function admittedOf(answer: UnitAnswer | Promise<UnitAnswer>): Promise<Reservation> {
  const known = await answer;
  if (known.status !== 'admitted') throw new Error(known.status);
  return known.reservation;
}
