import { createHash } from 'node:crypto';
import { encodeAddress } from '@ledgergraph/verus-protocol/address';
import type { Launch } from './launch-plan.ts';
import { takenCurrencies } from './launch-plan.ts';
import { idOf, SCRIPT } from './launch-script.ts';
import { advanceLaunch, contributionOf, defineCurrency, LAST_CALL } from './launches.ts';
import { endOffers, type OpenOffer, postOffer } from './offers.ts';
import { type Commitment, commitName, registerName } from './registrations.ts';
import { runCurrencies } from './run-currencies.ts';
import { trade } from './trades.ts';
import { requestTransfers } from './transfers.ts';
import { FEE, type World } from './world.ts';

const PEOPLE = 30;

export function drawPeople(seed: number, label: string): string[] {
  return Array.from({ length: PEOPLE }, (_, index) => {
    const digest = createHash('sha256').update(`${seed} ${label} ${index}`).digest();
    return encodeAddress('PUBLIC_KEY_HASH', digest.subarray(0, 20));
  });
}

export class FlowUsers {
  readonly #world: World;
  readonly #started = new Set<string>();
  #launches: Launch[] = [];
  #offers: OpenOffer[] = [];
  #commitments: Commitment[] = [];
  #names = 0;

  constructor(world: World) {
    this.#world = world;
  }

  act(): void {
    const world = this.#world;
    this.#launches = this.#launches.filter((launch) => !advanceLaunch(world, launch));
    runCurrencies(world);
    this.#offers = endOffers(world, this.#offers);
    this.#commitments = this.#commitments.filter((name) => name.height >= world.height || !registerName(world, name));
    this.#launchNext();
    for (const launch of this.#launches) this.#contribute(launch);
    if (world.wallet.native().length === 0) return;
    for (let count = world.random.integer(0, 3); count > 0; count -= 1) this.#actOnce();
  }

  #actOnce(): void {
    const world = this.#world;
    const kind = world.random.fraction();
    if (kind < 0.55) trade(world);
    else if (kind < 0.75) this.#pay();
    else if (kind < 0.85) this.#commit();
    else this.#offers.push(...[postOffer(world)].filter((offer) => offer !== undefined));
  }

  /** Now and then to a token's issuer, who mints with it. */
  #pay(): void {
    const world = this.#world;
    const amount = world.wallet.peek(world.random, world.chainId) / BigInt(world.random.integer(2, 60));
    if (amount <= FEE) return;
    const issuers = [...world.currencies.values()].filter(({ isCentralized }) => isCentralized);
    const payee =
      issuers.length > 0 && world.random.chance(0.3) ? world.random.pick(issuers).currencyId : world.person();
    const funds = world.fund(new Map([[world.chainId, amount]]));
    if (funds !== undefined) world.settle(funds.inputs, [world.pay(payee, world.chainId, amount), ...funds.change]);
  }

  /** With a referrer or without, of the chain or below a token. */
  #commit(): void {
    const world = this.#world;
    const roots = [...world.identities.values()].filter(({ isRoot }) => isRoot);
    const tokens = [...world.currencies.values()].filter(({ isRunning }) => isRunning);
    const isBelow = tokens.length > 0 && world.random.chance(0.25);
    const parentId = isBelow ? world.random.pick(tokens).currencyId : null;
    // The latest names refer more often, for long chains of referrers.
    const referrers = world.random.chance(0.6) ? roots.slice(-4) : roots;
    const referrer =
      !isBelow && referrers.length > 0 && world.random.chance(0.7)
        ? world.random.pick(referrers).identityAddress
        : null;
    const label = `name${this.#names++}${world.label}`;
    const commitment = commitName(world, { label, referrer, parentId });
    if (commitment !== undefined) this.#commitments.push(commitment);
  }

  #launchNext(): void {
    const world = this.#world;
    if (world.wallet.native().length === 0) return;
    for (const { label, needs, plan } of SCRIPT) {
      const currencyId = idOf(world, label);
      if (world.currencies.has(currencyId)) continue;
      if (needs.some((one) => world.currencies.get(idOf(world, one))?.isRunning !== true)) continue;
      const identity = world.identities.get(currencyId);
      if (identity !== undefined) {
        const launch = identity.isOffered ? undefined : defineCurrency(world, identity, plan(world, currencyId));
        if (launch !== undefined) this.#launches.push(launch);
      } else if (!this.#started.has(label)) {
        const commitment = commitName(world, { label: `${label}${world.label}`, referrer: null, parentId: null });
        if (commitment === undefined) continue;
        this.#started.add(label);
        this.#commitments.push(commitment);
      }
    }
  }

  #contribute({ plan, entry }: Launch): void {
    const world = this.#world;
    const { currency } = plan;
    if (world.height > entry.startBlock - LAST_CALL || !world.random.chance(0.5)) return;
    const ids = takenCurrencies(currency);
    if (ids.length === 0) return;
    const fromId = world.random.pick(ids);
    const maximum = plan.maximum[ids.indexOf(fromId)];
    const held = world.wallet.peek(world.random, fromId) / BigInt(world.random.integer(40, 400));
    // Few contributions are enough to exceed a maximum.
    const amount = maximum === undefined ? held : maximum / BigInt(world.random.integer(2, 5));
    if (amount < FEE || plan.contributions[ids.indexOf(fromId)] === 0n) return;
    const convert = world.random.chance(0.6);
    requestTransfers(world, [
      contributionOf(world, currency.currencyId, { fromId, amount, destination: world.person(), convert }),
    ]);
  }
}
