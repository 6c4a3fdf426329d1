import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { Refused, refusedMonth } from '#/admission/refused.ts';
import type { Call, CallTracker } from '#/calls/call-tracker.ts';
import { ITEMS_PER_UNIT } from './plan-export.ts';

/** The units of one export: all are set aside before its first byte, and spent as its rows are sent. */
export class ExportUnits {
  readonly #calls: Call[];
  #spent = 0;

  private constructor(calls: Call[]) {
    this.#calls = calls;
  }

  /**
   * Sets units aside.
   * @param first call of the request; it is settled whatever comes
   * @returns Refused where the month has too few; then none is spent
   */
  static async take(
    calls: Pick<CallTracker, 'open'>,
    first: Call,
    units: number,
    isGone: () => boolean,
  ): Promise<ExportUnits | Refused> {
    const taken = new ExportUnits([]);
    for (let count = 0; count < units && !isGone(); count += 1) {
      const call = count === 0 ? first : calls.open(first.key);
      const refused = await call.passMonth();
      if (refused === undefined) {
        taken.#calls.push(call);
        continue;
      }
      if (call !== first) call.dismiss();
      taken.#dismissFrom(1);
      if (refused.status === 'unavailable') return refusedMonth(refused);
      first.settle(CallStatus.QUOTA_EXCEEDED);
      const message = `This export costs ${units} units, and the month has fewer left.`;
      return new Refused(429, 'QUOTA_EXCEEDED', message, refused.retryAfterS);
    }
    for (const call of taken.#calls) call.run();
    return taken;
  }

  /** Spends the units of all items up to here. */
  spend(items: number): void {
    const due = Math.min(Math.max(Math.ceil(items / ITEMS_PER_UNIT), 1), this.#calls.length);
    for (; this.#spent < due; this.#spent += 1) this.#calls[this.#spent]?.settle(CallStatus.ANSWERED);
  }

  /** Gives back what was not spent. The call of the request itself is left to its answer. */
  end(): void {
    this.#dismissFrom(Math.max(this.#spent, 1));
  }

  #dismissFrom(index: number): void {
    for (const call of this.#calls.slice(index)) call.dismiss();
  }
}
