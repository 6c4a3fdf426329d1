import type { PartSource } from './export-list.ts';
import { type ExportReader, ReadFault } from './export-reader.ts';
import type { ExportPlan } from './plan-export.ts';

/** Places that are read at once. */
const PLACES = 20;

/** Knows where the parts of a list end before they are read, so that several are read at once. */
export class PartPlaces {
  readonly #reader: ExportReader;
  readonly #parts: PartSource;
  readonly #plan: ExportPlan;
  /** Places behind the parts that were asked for, oldest first. */
  #known: string[] = [];
  #isOffered = true;

  constructor(reader: ExportReader, parts: PartSource, plan: ExportPlan) {
    this.#reader = reader;
    this.#parts = parts;
    this.#plan = plan;
  }

  /**
   * The place at which a whole part ends. Parts are asked for one after the other, each once.
   * @param left items from there on
   * @returns undefined: the part itself has it. It is the last one, or the subgraph is one that gives no places.
   * @throws ReadFault
   */
  async endOf(place: string | null, left: number, patienceMs: number): Promise<string | undefined> {
    const following = Math.floor((left - 1) / this.#parts.items);
    if (following === 0 || !this.#isOffered) return undefined;
    if (this.#known.length === 0) this.#known = await this.#read(place, Math.min(following, PLACES), patienceMs);
    return this.#known.shift();
  }

  async #read(place: string | null, limit: number, patienceMs: number): Promise<string[]> {
    const { subgraph, places, items, ...parts } = this.#parts;
    const { block, counted } = this.#plan;
    const variables = { ...parts.variables(counted, block), after: parts.afterOf(place), every: items, limit };
    try {
      return places.placesOf(await this.#reader.askOne(subgraph, places.query, variables, block, patienceMs));
    } catch (error) {
      if (!(error instanceof ReadFault && error.isNotOffered)) throw error;
      // A subgraph of before: its parts are read one after the other.
      this.#isOffered = false;
      return [];
    }
  }
}
