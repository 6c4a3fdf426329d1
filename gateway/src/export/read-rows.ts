import type { Cell, Column, PartSource, Row, RowPart } from './export-list.ts';
import { type ExportReader, PAGE_ITEMS, ReadFault } from './export-reader.ts';
import { LINE_END, writeCell } from './formats/csv.ts';
import type { ExportPlan } from './plan-export.ts';

/** How long a page is asked for again. */
const PATIENCE_MS = 30_000;

/** Rows of one page. The last one has the cursor behind it, where more follows. */
export interface RowPage {
  rows(): readonly Row[];
  /** The rows as lines of CSV, where they came as such. */
  readonly csv?: string;
  /** Items up to here, from the start of this export on. */
  readonly items: number;
}

/** The columns of an export, with that of the cursor. */
export function columnsOf({ list }: ExportPlan): readonly Column[] {
  return list.isClosed === true ? list.columns : [...list.columns, { name: 'cursor', kind: 'text' }];
}

/** Consecutive rows of an export as they are read, without cursors. */
interface ReadPart {
  rows: readonly Row[] | RowPart;
  /** Items that the rows are of. */
  items: number;
  /** Place behind them; null: nothing follows. */
  next: string | null;
}

/**
 * Reads an export part by part, each while the one before is sent. All are read at the block of the plan.
 * @throws ReadFault
 */
export async function* readRows(reader: ExportReader, plan: ExportPlan): AsyncGenerator<RowPage, void, void> {
  const { start } = plan;
  let items = 0;
  let next = readPart(reader, plan, start.cursor, plan.items);
  for (;;) {
    const part = await next;
    items += part.items;
    const left = plan.items - items;
    const isLast = part.next === null || left <= 0;
    if (!isLast) {
      next = readPart(reader, plan, part.next, left);
      // Where the client goes, no one waits for it.
      next.catch(() => {});
    }
    const cursor = part.next === null ? null : plan.cursorOf({ cursor: part.next, items: start.items + items });
    yield { ...withCursor(plan, part.rows, cursor), items };
    if (isLast) return;
  }
}

/** Nothing has been sent before the first part: its faults can be answered at once. */
function patienceOf({ start }: ExportPlan, place: string | null): number {
  return place === start.cursor ? 0 : PATIENCE_MS;
}

function readPart(reader: ExportReader, plan: ExportPlan, place: string | null, left: number): Promise<ReadPart> {
  const { parts } = plan.list;
  return parts === undefined ? readPage(reader, plan, place, left) : readPartOf(parts, reader, plan, place, left);
}

async function readPartOf(
  parts: PartSource,
  reader: ExportReader,
  plan: ExportPlan,
  place: string | null,
  left: number,
): Promise<ReadPart> {
  const { block, counted } = plan;
  const limit = Math.max(Math.min(parts.items, left), 1);
  const ofList = parts.variables(counted, block);
  const patienceMs = patienceOf(plan, place);
  const variables = { ...ofList, limit, after: parts.afterOf(place) };
  const data = await reader.askOne(parts.subgraph, parts.query, variables, block, patienceMs);
  const columns = await Promise.all(
    parts.further.map(async ({ subgraph, query, isOptional, variables: variablesOf }) => {
      try {
        return await reader.askOne(subgraph, query, variablesOf(ofList, data), block, patienceMs);
      } catch (error) {
        if (isOptional && error instanceof ReadFault && error.isNotOffered) return null;
        throw error;
      }
    }),
  );
  const rows = parts.partOf(data, columns);
  return { rows, items: rows.count, next: rows.count < limit ? null : rows.last };
}

async function readPage(
  reader: ExportReader,
  plan: ExportPlan,
  cursor: string | null,
  left: number,
): Promise<ReadPart> {
  const { list, parameters, block } = plan;
  const limit = Math.max(Math.min(PAGE_ITEMS, left), 1);
  const variables = { ...list.variables(parameters, block), limit, cursor };
  const ask = (query: string) => reader.ask(query, variables, block, patienceOf(plan, cursor));
  const data = await ask(list.pageQuery).catch((error: unknown) => {
    const { lesserPageQuery } = list;
    if (lesserPageQuery !== undefined && error instanceof ReadFault && error.isNotOffered) return ask(lesserPageQuery);
    throw error;
  });
  const { items, nextCursor } = list.pageOf(data);
  const context = { parameters, owner: list.ownerOf(data) };
  return { rows: items.flatMap((item) => list.rowsOf(item, context)), items: items.length, next: nextCursor };
}

/** Rows as they are sent: the last one has the cursor behind it. */
function withCursor(
  { list }: ExportPlan,
  rows: readonly Row[] | RowPart,
  cursor: string | null,
): Pick<RowPage, 'rows' | 'csv'> {
  const isClosed = list.isClosed === true;
  const complete = (given: readonly Row[]): readonly Row[] => {
    if (isClosed) return given;
    const last = given.length - 1;
    return given.map((row, index): readonly Cell[] => [...row, index === last ? cursor : null]);
  };
  if (!('csv' in rows)) return { rows: () => complete(rows) };
  const { csv, rowsOf } = rows;
  return { rows: () => complete(rowsOf(csv)), csv: isClosed ? csv : withCell(csv, cursor) };
}

/** Lines of CSV with one cell more: it is empty but for the last. */
function withCell(csv: string, cell: string | null): string {
  const lines = csv.replaceAll(LINE_END, `,${LINE_END}`);
  return cell === null ? lines : lines.slice(0, -LINE_END.length) + writeCell(cell) + LINE_END;
}
