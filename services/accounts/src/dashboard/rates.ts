import { Rates } from '@ledgergraph/service-kit/limits/rates';
import type { Rate } from '@ledgergraph/service-kit/limits/token-bucket';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '#/auth/network-of.ts';
import type { RouteRates } from '#/auth/open/auth-rates.ts';
import { currentAsker } from '#/db/transaction-turns.ts';
import { DashboardError } from './dashboard-error.ts';
import { clientAddress } from './to-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    rates?: RouteRates;
  }
}

export type Rated = { config: { rates: RouteRates } };

const rated = (rates: RouteRates): Rated => ({ config: { rates } });

/** One visit takes about forty requests. */
export const PAGES = rated({ name: 'page', network: { perSecond: 50, sizeMax: 1_000 } });

export const READING = rated({
  name: 'read',
  network: { perSecond: 20, sizeMax: 300 },
  person: { perSecond: 10, sizeMax: 100 },
});

export const CHANGING = rated({
  name: 'change',
  network: { perSecond: 10, sizeMax: 300 },
  person: { perSecond: 2, sizeMax: 100 },
  team: { perSecond: 2, sizeMax: 200 },
});

/** For each team; the form opens one for each pause in typing. */
export const STREAMS_AT_ONCE = 30;
export const STREAMING = rated({
  name: 'stream',
  network: { perSecond: 2, sizeMax: 120 },
  team: { perSecond: STREAMS_AT_ONCE / 60, sizeMax: STREAMS_AT_ONCE },
});

/** Counts in memory: each process of accounts has its own limits. */
export class RouteLimits {
  /** Kept apart, so that strangers with many networks take no place of people and teams. */
  readonly #rates: Record<'network' | 'person' | 'team', Rates>;

  /** @param now milliseconds of a steady clock */
  constructor(now?: () => number) {
    this.#rates = { network: new Rates(now), person: new Rates(now), team: new Rates(now) };
  }

  /** Throws TOO_MANY_REQUESTS. */
  admit(request: FastifyRequest): void {
    const { name, network } = ratesOf(request);
    this.#take('network', `${name} ${networkOf(clientAddress(request.headers))}`, network);
  }

  /** Also assigns the request's transactions to this person's turns. Throws TOO_MANY_REQUESTS. */
  admitPerson({ name, person }: RouteRates, userId: string): void {
    const asker = currentAsker();
    if (asker !== undefined) asker.person = userId;
    if (person !== undefined) this.#take('person', `${name} ${userId}`, person);
  }

  /** Throws TOO_MANY_REQUESTS. */
  admitTeam({ name, team }: RouteRates, teamId: string): void {
    const asker = currentAsker();
    if (asker !== undefined) asker.team = teamId;
    if (team !== undefined) this.#take('team', `${name} ${teamId}`, team);
  }

  #take(of: 'network' | 'person' | 'team', id: string, rate: Rate): void {
    const wait = this.#rates[of].take([{ id, rate }]);
    if (wait === undefined) return;
    const retryAfterSeconds = Math.ceil(wait.waitMs / 1_000);
    throw new DashboardError('TOO_MANY_REQUESTS', 'Too many attempts. Try again later.', { retryAfterSeconds });
  }
}

export function ratesOf({ routeOptions }: FastifyRequest): RouteRates {
  // Paths without a route are answered like a page that does not exist.
  return routeOptions.config.rates ?? PAGES.config.rates;
}

/** A route that declares no rates prevents the start. */
export function requireRates({
  method,
  url,
  config,
}: {
  method: string | string[];
  url: string;
  config?: object;
}): void {
  if (config === undefined || !('rates' in config)) throw new Error(`${method} ${url} declares no rates`);
}
