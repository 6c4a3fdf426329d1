import type { Bus } from '@ledgergraph/event-bus/bus';
import { perMinute } from '@ledgergraph/service-kit/limits/token-bucket';
import type { KnownKey } from '#/auth/key-answer.ts';
import { chargesOf } from '#/limits/holders.ts';
import { SharedRates } from '#/limits/shared-rates.ts';

type SendingKey = Pick<KnownKey, 'id' | 'teamId' | 'personId'> & { plan: Pick<KnownKey['plan'], 'sendsPerMinute'> };

export interface SendRatesOptions {
  bus: Bus;
  /** KEY_PEPPER, by which gateways know each other's messages. */
  secret: string;
  /** Transactions in a minute of a key whose plan has no number. */
  perMinute: number;
  /** Milliseconds of a steady clock. */
  now?: (() => number) | undefined;
}

/** Limits the transactions that a key, its team and its person send: a minute's at once, which fill at that rate. Other gateways hear of each at once. */
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

  /** Lets so many transactions through, all or none, or answers how many milliseconds to wait. */
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
