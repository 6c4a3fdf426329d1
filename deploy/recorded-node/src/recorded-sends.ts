import type { JsonParam } from './recorded-answers.ts';
import type { RecordedAction } from './recorded-events.ts';
import { RpcError } from './rpc-error.ts';

/** No signature is checked here, so a recorded refusal decides about a transaction that was never accepted. */
export class RecordedSends {
  readonly #refusals = new Map<string, RpcError>();

  constructor(actions: readonly RecordedAction[]) {
    for (const { method, params, error } of actions.flatMap(({ calls }) => calls)) {
      if (method !== 'sendrawtransaction') continue;
      if (error !== undefined) this.#refusals.set(JSON.stringify(params), new RpcError(error.code, error.message));
    }
  }

  findRefusal(params: readonly JsonParam[]): RpcError | undefined {
    return this.#refusals.get(JSON.stringify(params));
  }
}
