import type { Values } from '#/gateway/gateway-client.ts';
import { ReadFault } from '#/gateway/read-fault.ts';
import { connectionPage, listOf } from '#/gateway/values.ts';
import type { AskGraph, Column, ExportList, Row, RowsOfPage } from './export-list.ts';
import type { ExportReader } from './export-reader.ts';
import type { ExportPlan } from './plan-export.ts';
import { type PageEnd, readAhead } from './read-ahead.ts';

/** The pages of clients would be ten times as many requests. */
const PAGE_ITEMS = 1_000;
/** For further attempts behind the first page. */
export const PATIENCE_MS = 30_000;

/** The last row has the cursor, if more follows. */
export interface RowPage {
  readonly rows: readonly Row[];
  /** From the start of this export on. */
  readonly items: number;
}

export function columnsOf({ list }: ExportPlan): readonly Column[] {
  return list.isClosed === true ? list.columns : [...list.columns, { name: 'cursor', kind: 'text' }];
}

/** All pages are read at the block of the plan. @param pagesAhead limit beside the page that is sent @throws ReadFault, GatewayAway */
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
      block,
      terms: 'part' as const,
      pageMax: PAGE_ITEMS,
    };
    try {
      // Before the first page, faults can be answered at once.
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
