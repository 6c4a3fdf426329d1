import type { Bus } from '@ledgergraph/event-bus/bus';
import { perMinute } from '@ledgergraph/service-kit/limits/token-bucket';
import type { KnownKey } from '#/auth/key-answer.ts';
import { chargesOf } from '#/limits/holders.ts';
import { SharedRates } from '#/limits/shared-rates.ts';

type SendingKey = Pick<KnownKey, 'id' | 'teamId' | 'personId'> & { plan: Pick<KnownKey['plan'], 'sendsPerMinute'> };

export interface SendRatesOptions {
  bus: Bus;
  secret: string;
  /** Where the plan has no number. */
  perMinute: number;
  now?: (() => number) | undefined;
}

/** By key, team and person: a minute's transactions at once, refilled at that rate. Other gateways hear of each at once. */
export class SendRates {
  readonly #rates: SharedRates;
  readonly #perMinute: number;

  constructor({ bus, secret, perMinute, now }: SendRatesOptions) {
    this.#rates = new SharedRates({ bus, secret, now, name: 'sends', collectMs: 0 });
    this.#perMinute = perMinute;
  }

  start(): void {
    this.#rates.start();
  }

  stop(): void {
    this.#rates.stop();
  }

  take(key: SendingKey, sends: number): { waitMs: number } | undefined {
    if (sends === 0) return undefined;
    const charges = chargesOf(key, perMinute(key.plan.sendsPerMinute ?? this.#perMinute));
    const refused = this.#rates.take(charges, sends);
    if (refused === undefined)
      this.#rates.share(
        charges.map(({ id }) => id),
        sends,
      );
    return refused;
  }
}
