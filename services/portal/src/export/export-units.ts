import { GatewayAway } from '#/gateway/gateway-client.ts';
import { passedOn } from '#/gateway/read-fault.ts';
import type { ExportReader } from './export-reader.ts';
import { PATIENCE_MS } from './read-pages.ts';

const ITEMS_PER_UNIT = 1_000;
const NOTHING = '{ __typename }';

export function unitsOf(items: number): number {
  return Math.max(Math.ceil(items / ITEMS_PER_UNIT), 1);
}

/** Each is spent before the first of its rows is sent. */
export class ExportUnits {
  readonly #reader: ExportReader;
  #paid = 0;

  constructor(reader: ExportReader) {
    this.#reader = reader;
  }

  /** @returns headers of the gateway for the client @throws ReadFault where the month is used up */
  async pay(items: number): Promise<Record<string, string>> {
    let limits = {};
    for (const due = unitsOf(items); this.#paid < due; this.#paid += 1) {
      limits = await this.#payOne();
    }
    return limits;
  }

  async #payOne(): Promise<Record<string, string>> {
    const isFirst = this.#paid === 0;
    try {
      const { headers } = await this.#reader.ask({ query: NOTHING, terms: 'pay' }, isFirst ? 0 : PATIENCE_MS);
      return passedOn(headers);
    } catch (error) {
      // The unit may be spent although the answer is lost; another attempt could pay twice.
      if (error instanceof GatewayAway && !isFirst) return {};
      throw error;
    }
  }
}
