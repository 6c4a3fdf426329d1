import type { IncomingHttpHeaders } from 'node:http';
import type { ExportReader } from './export-reader.ts';
import { PATIENCE_MS } from './read-pages.ts';

/** Items of a list that one unit of the month pays for. */
const ITEMS_PER_UNIT = 1_000;
const NOTHING = '{ __typename }';

/** Price of an export. */
export function unitsOf(items: number): number {
  return Math.max(Math.ceil(items / ITEMS_PER_UNIT), 1);
}

/** The units of one export. Each is spent before the first of its rows is sent. */
export class ExportUnits {
  readonly #reader: ExportReader;
  #paid = 0;

  constructor(reader: ExportReader) {
    this.#reader = reader;
  }

  /**
   * Spends the units of all items up to here that were not paid yet.
   * @returns headers with the rest of the limits
   * @throws ReadFault where the month is used up
   */
  async pay(items: number): Promise<Record<string, string>> {
    let limits = {};
    for (const due = unitsOf(items); this.#paid < due; this.#paid += 1) {
      const patienceMs = this.#paid === 0 ? 0 : PATIENCE_MS;
      const { headers } = await this.#reader.ask({ query: NOTHING, terms: 'pay' }, patienceMs);
      limits = limitsIn(headers);
    }
    return limits;
  }
}

/** Headers with the rest of the limits of a key. */
export function limitsIn(headers: IncomingHttpHeaders): Record<string, string> {
  const limits = Object.entries(headers).filter(([name]) => name.startsWith('ratelimit'));
  return Object.fromEntries(limits.map(([name, value]) => [name, String(value)]));
}
