import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { Refused, refusedMonth } from '#/admission/refused.ts';
import type { Call, CallTracker, Refusal } from '#/calls/call-tracker.ts';
import { ITEMS_PER_UNIT } from './plan-export.ts';

/** The units of one export: one before anything is read, all before its first byte. They are spent as its rows are sent. */
export class ExportUnits {
  readonly #calls: Call[];
  #spent = 0;

  private constructor(first: Call) {
    this.#calls = [first];
  }

  /** Sets the first unit aside. @param first call of the request; it is settled whatever comes @returns Refused where the month has none */
  static async open(first: Call): Promise<ExportUnits | Refused> {
    const refused = await first.passMonth();
    if (refused !== undefined) return refusedUnits(first, refused, 1);
    first.run();
    return new ExportUnits(first);
  }

  /** Sets the other units aside. @returns Refused where the month has too few; then none is spent */
  async extend(calls: Pick<CallTracker, 'open'>, units: number, isGone: () => boolean): Promise<Refused | undefined> {
    const [first] = this.#calls as [Call];
    while (this.#calls.length < units && !isGone()) {
      const call = calls.open(first.key);
      const refused = await call.passMonth();
      if (refused !== undefined) {
        call.dismiss();
        this.#dismissFrom(1);
        return refusedUnits(first, refused, units);
      }
      this.#calls.push(call);
    }
    for (const call of this.#calls.slice(1)) call.run();
    return undefined;
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

function refusedUnits(first: Call, refused: Refusal, units: number): Refused {
  if (refused.status === 'unavailable') return refusedMonth(refused);
  first.settle(CallStatus.QUOTA_EXCEEDED);
  const message = `This export costs ${units === 1 ? 'at least one unit' : `${units} units`}, and the month has fewer left.`;
  return new Refused(429, 'QUOTA_EXCEEDED', message, refused.retryAfterS);
}
