import type { Cell, Column, ListPage, Row, RowContext } from './export-list.ts';
import { type ExportReader, PAGE_ITEMS, ReadFault } from './export-reader.ts';
import type { ExportPlan } from './plan-export.ts';

/** How long a page is asked for again. */
const PATIENCE_MS = 30_000;

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
 * Reads an export page by page, each while the one before is sent. All pages are read at the block of the plan.
 * @throws ReadFault
 */
export async function* readRows(reader: ExportReader, plan: ExportPlan): AsyncGenerator<RowPage, void, void> {
  let { cursor } = plan.start;
  let items = 0;
  let next = readPage(reader, plan, cursor, plan.items);
  for (;;) {
    const { page, owner } = await next;
    items += page.items.length;
    cursor = page.nextCursor;
    const left = plan.items - items;
    const isLast = cursor === null || left <= 0;
    if (!isLast) {
      next = readPage(reader, plan, cursor, left);
      // Where the client goes, no one waits for it.
      next.catch(() => {});
    }
    const place = cursor === null ? null : plan.cursorOf({ cursor, items: plan.start.items + items });
    yield { rows: rowsOf(plan, page, { parameters: plan.parameters, owner }, place), items };
    if (isLast) return;
  }
}

async function readPage(
  reader: ExportReader,
  { list, parameters, block, start }: ExportPlan,
  cursor: string | null,
  left: number,
): Promise<{ page: ListPage; owner: RowContext['owner'] }> {
  const limit = Math.max(Math.min(PAGE_ITEMS, left), 1);
  const variables = { ...list.variables(parameters, block), limit, cursor };
  // Nothing has been sent before the first page: its faults can be answered at once.
  const patienceMs = cursor === start.cursor ? 0 : PATIENCE_MS;
  const ask = (query: string) => reader.ask(query, variables, block, patienceMs);
  const data = await ask(list.pageQuery).catch((error: unknown) => {
    const { lesserPageQuery } = list;
    if (lesserPageQuery !== undefined && error instanceof ReadFault && error.isNotOffered) return ask(lesserPageQuery);
    throw error;
  });
  return { page: list.pageOf(data), owner: list.ownerOf(data) };
}

function rowsOf({ list }: ExportPlan, page: ListPage, context: RowContext, cursor: string | null): readonly Row[] {
  const rows = page.items.flatMap((item) => list.rowsOf(item, context));
  if (list.isClosed === true) return rows;
  const last = rows.length - 1;
  return rows.map((row, index): readonly Cell[] => [...row, index === last ? cursor : null]);
}
