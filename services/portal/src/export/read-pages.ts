import type { Values } from '#/gateway/gateway-client.ts';
import { ReadFault } from '#/gateway/read-fault.ts';
import { connectionPage, listOf } from '#/gateway/values.ts';
import type { AskGraph, Column, ExportList, Row, RowsOfPage } from './export-list.ts';
import type { ExportReader } from './export-reader.ts';
import type { ExportPlan } from './plan-export.ts';
import { type PageEnd, readAhead } from './read-ahead.ts';

/** Items that are read at once: a client's pages would be ten times as many requests. */
export const PAGE_ITEMS = 1_000;
/** How long what follows the first page is asked for again. */
export const PATIENCE_MS = 30_000;

/** Rows of one page. The last one has the cursor behind it, where more follows. */
export interface RowPage {
  readonly rows: readonly Row[];
  /** Items up to here, from the start of this export on. */
  readonly items: number;
}

/** The columns of an export, with that of the cursor. */
export function columnsOf({ list }: ExportPlan): readonly Column[] {
  return list.isClosed === true ? list.columns : [...list.columns, { name: 'cursor', kind: 'text' }];
}

/**
 * Reads an export page by page, some of them while those before are sent. All are read at the block of the plan.
 * @param pagesAhead how many pages may be read or kept beside the one that is sent
 * @throws ReadFault, GatewayAway
 */
export async function* readPages(
  reader: ExportReader,
  plan: ExportPlan,
  pagesAhead: () => number,
): AsyncGenerator<RowPage, void, void> {
  const { list, start, itemsMax } = plan;
  const pages = new PageSource(reader, plan);
  const read = (cursor: string | null, left: number) => pages.read(cursor, left);
  let items = 0;
  for await (const page of readAhead(read, { start: start.cursor, items: itemsMax, pagesAhead })) {
    items += page.items;
    const cursor = page.next === null ? null : plan.cursorOf({ cursor: page.next, items: start.items + items });
    yield { items, rows: list.isClosed === true ? page.rows : withCursor(page.rows, cursor) };
  }
}

class PageSource {
  readonly #reader: ExportReader;
  readonly #plan: ExportPlan;
  /** Selection of each page. */
  #selection: string;
  readonly #rowsOf: RowsOfPage;

  constructor(reader: ExportReader, plan: ExportPlan) {
    this.#reader = reader;
    this.#plan = plan;
    const { list, parameters, block } = plan;
    this.#selection = list.page;
    const ask: AskGraph = async (query, variables) =>
      (await reader.ask({ query, variables, block, terms: 'part', pageMax: PAGE_ITEMS }, PATIENCE_MS)).data ?? {};
    this.#rowsOf =
      list.openRows?.(ask, parameters, block) ??
      (async (connection) => listOf(connection, list.items).flatMap((item) => list.rowsOf(item, connection)));
  }

  async read(cursor: string | null, left: number): Promise<PageEnd & { rows: readonly Row[] }> {
    const { list } = this.#plan;
    const connection = list.connectionOf(await this.#ask(list, cursor, Math.min(PAGE_ITEMS, left)));
    const { items, nextCursor } = connectionPage(connection, list.items);
    return { rows: await this.#rowsOf(connection), items: items.length, next: nextCursor };
  }

  async #ask(list: ExportList, cursor: string | null, limit: number): Promise<Values> {
    const { parameters, block, start } = this.#plan;
    const question = {
      query: list.query(`${this.#selection} nextCursor`),
      variables: { ...list.variables(parameters, block), limit, cursor },
      ...{ block, terms: 'part' as const, pageMax: PAGE_ITEMS },
    };
    try {
      // Nothing has been sent before the first page: its faults can be answered at once.
      const { data } = await this.#reader.ask(question, cursor === start.cursor ? 0 : PATIENCE_MS);
      return data ?? {};
    } catch (error) {
      const { lesserPage = this.#selection } = list;
      if (!(error instanceof ReadFault) || error.isOffered || this.#selection === lesserPage) throw error;
      this.#selection = lesserPage;
      return this.#ask(list, cursor, limit);
    }
  }
}

function withCursor(rows: readonly Row[], cursor: string | null): readonly Row[] {
  const last = rows.length - 1;
  return rows.map((row, index) => [...row, index === last ? cursor : null]);
}
