import { setTimeout as delay } from 'node:timers/promises';
import {
  type Caller,
  type GatewayAnswer,
  GatewayAway,
  type GatewayClient,
  type Question,
} from '#/gateway/gateway-client.ts';
import { ReadFault } from '#/gateway/read-fault.ts';
import { Refusal } from '#/http/refusal.ts';

const RETRY_MS = 250;

export class ExportReader {
  readonly #gateway: Pick<GatewayClient, 'ask'>;
  readonly #caller: Caller;

  constructor(gateway: Pick<GatewayClient, 'ask'>, caller: Caller) {
    this.#gateway = gateway;
    this.#caller = caller;
  }

  /** @param patienceMs time for further attempts while a part is away, or the chain is being reorganised @throws ReadFault, GatewayAway */
  async ask(question: Question, patienceMs = 0): Promise<GatewayAnswer> {
    for (const until = performance.now() + patienceMs; ; await delay(RETRY_MS)) {
      const fault = await this.#askOnce(question);
      if (!(fault instanceof Refusal)) return fault;
      const isAgain = isPassing(fault) && !(fault instanceof GatewayAway && question.terms === 'pay');
      if (!isAgain || performance.now() >= until || this.#caller.gone.aborted) throw fault;
    }
  }

  async #askOnce(question: Question): Promise<GatewayAnswer | Refusal> {
    try {
      const answer = await this.#gateway.ask(this.#caller, question);
      return answer.data !== null && answer.errors.length === 0 ? answer : new ReadFault(answer);
    } catch (error) {
      if (error instanceof GatewayAway) return error;
      throw error;
    }
  }
}

/** While a service follows a reorganisation, it may lack a block of the main chain. */
function isPassing(fault: Refusal): boolean {
  return fault instanceof GatewayAway || (fault instanceof ReadFault && (fault.isPassing || fault.isBlockLost));
}
