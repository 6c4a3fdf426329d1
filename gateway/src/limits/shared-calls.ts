import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import type { Bus } from '@ledgergraph/event-bus/bus';
import {
  type AdmittedCalls,
  AdmittedCallsSchema,
  CallsAdmittedSchema,
  type TeamCalls,
  type TeamCallsSchema,
} from '@ledgergraph/proto-schemas/gateway/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';

/** Older messages are dropped. The clocks of gateways may differ by about as much. */
const AGE_MAX_MS = 60_000;
/** The least recent are forgotten first. */
const GATEWAYS_MAX = 1_000;

export interface SharedCallsOptions {
  bus: Bus;
  /** Only gateways and accounts have KEY_PEPPER. */
  secret: string;
  onCalls: (teams: readonly TeamCalls[]) => void;
  wallNow?: () => number;
}

/**
 * Exchanges with other gateways the calls that each lets through. No database can confirm a message, so it carries a proof that only a
 * gateway can make: a forged one would spend a team's calls. Old or repeated messages are dropped.
 */
export class SharedCalls {
  readonly #options: SharedCallsOptions;
  readonly #key: Buffer;
  readonly #gatewayId: string;
  readonly #wallNow: () => number;
  readonly #heard = new Map<string, bigint>();
  #number = 0n;
  #unsubscribe: () => void = () => {};

  constructor(options: SharedCallsOptions) {
    this.#options = options;
    // Each start of a gateway numbers its own messages.
    this.#gatewayId = randomUUID();
    this.#key = createHmac('sha256', options.secret).update('ledgergraph calls-admitted').digest();
    this.#wallNow = options.wallNow ?? Date.now;
  }

  start(): void {
    this.#unsubscribe = this.#options.bus.subscribe(SUBJECTS.callsAdmitted, CallsAdmittedSchema, ({ body, proof }) => {
      if (!this.#isProven(body, proof)) return;
      const calls = fromBinary(AdmittedCallsSchema, body);
      if (this.#isNew(calls)) this.#options.onCalls(calls.teams);
    });
  }

  stop(): void {
    this.#unsubscribe();
  }

  publish(teams: MessageInitShape<typeof TeamCallsSchema>[]): void {
    this.#number += 1n;
    const calls = { gatewayId: this.#gatewayId, number: this.#number, sentAtMs: BigInt(this.#wallNow()), teams };
    const body = toBinary(AdmittedCallsSchema, create(AdmittedCallsSchema, calls));
    this.#options.bus.publish(SUBJECTS.callsAdmitted, CallsAdmittedSchema, { body, proof: this.#prove(body) });
  }

  #prove(body: Uint8Array): Buffer {
    return createHmac('sha256', this.#key).update(body).digest();
  }

  #isProven(body: Uint8Array, proof: Uint8Array): boolean {
    const expected = this.#prove(body);
    return proof.length === expected.length && timingSafeEqual(proof, expected);
  }

  #isNew({ gatewayId, number, sentAtMs }: AdmittedCalls): boolean {
    if (gatewayId === this.#gatewayId) return false;
    if (Math.abs(this.#wallNow() - Number(sentAtMs)) > AGE_MAX_MS) return false;
    if (number <= (this.#heard.get(gatewayId) ?? 0n)) return false;
    this.#heard.delete(gatewayId);
    this.#heard.set(gatewayId, number);
    const [oldest] = this.#heard.keys();
    if (this.#heard.size > GATEWAYS_MAX && oldest !== undefined) this.#heard.delete(oldest);
    return true;
  }
}
