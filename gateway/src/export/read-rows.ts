import type { Cell, Column, PagedList, PartSource, Row, RowPart } from './export-list.ts';
import { type ExportReader, PAGE_ITEMS, ReadFault } from './export-reader.ts';
import { LINE_END, writeCell } from './formats/csv.ts';
import { PartPlaces } from './part-places.ts';
import type { ExportPlan } from './plan-export.ts';
import { type BegunPart, type PartEnd, readAhead } from './read-ahead.ts';

/** How long a page is asked for again. */
const PATIENCE_MS = 30_000;

/** Rows of one page. The last one has the cursor behind it, where more follows. */
export interface RowPage {
  rows(): readonly Row[];
  /** The rows as lines of CSV, where they are made faster than from cells. */
  readonly csv?: () => Buffer;
  /** Items up to here, from the start of this export on. */
  readonly items: number;
}

/** The columns of an export, with that of the cursor. */
export function columnsOf({ list }: ExportPlan): readonly Column[] {
  return list.isClosed === true ? list.columns : [...list.columns, { name: 'cursor', kind: 'text' }];
}

type ReadRows = readonly Row[] | RowPart;

/**
 * Reads an export part by part, some of them while those before are sent. All are read at the block of the plan.
 * @param partsAhead how many parts may be read or kept beside the one that is sent
 * @throws ReadFault
 */
export async function* readRows(
  reader: ExportReader,
  plan: ExportPlan,
  partsAhead: () => number,
): AsyncGenerator<RowPage, void, void> {
  const { list, start } = plan;
  if (plan.items === 0) return;
  const begin = list.parts === undefined ? pagesOf(reader, list, plan) : partsOf(reader, list.parts, plan);
  let items = 0;
  for await (const part of readAhead(begin, { start: start.cursor, items: plan.items, partsAhead })) {
    items += part.items;
    const cursor = part.next === null ? null : plan.cursorOf({ cursor: part.next, items: start.items + items });
    yield { ...withCursor(plan, part.rows, cursor), items };
  }
}

/** Nothing has been sent before the first part: its faults can be answered at once. */
function patienceOf({ start }: ExportPlan, place: string | null): number {
  return place === start.cursor ? 0 : PATIENCE_MS;
}

type Begin = (place: string | null, left: number) => BegunPart<ReadRows>;

function partsOf(reader: ExportReader, parts: PartSource, plan: ExportPlan): Begin {
  const places = new PartPlaces(reader, parts, plan);
  return (place, left) => {
    const reading = readPart(reader, parts, plan, place, left);
    const end = places.endOf(place, left, patienceOf(plan, place)).then((known) => {
      return known === undefined ? reading.then(({ end }) => end) : { items: parts.items, next: known };
    });
    return { end, rows: joinPart(reading, end) };
  };
}

/** @throws Error where a part does not end at the place that the next one was begun at: rows would be missing, or come twice */
async function joinPart(reading: Promise<{ rows: RowPart; end: PartEnd }>, begun: Promise<PartEnd>): Promise<RowPart> {
  const [{ rows, end }, { items, next }] = await Promise.all([reading, begun]);
  if (end.items === items && end.next === next) return rows;
  throw new Error(`a part of ${end.items} items ends at ${end.next} instead of ${next}`);
}

async function readPart(
  reader: ExportReader,
  parts: PartSource,
  plan: ExportPlan,
  place: string | null,
  left: number,
): Promise<{ rows: RowPart; end: PartEnd }> {
  const { block, counted, start, items, total } = plan;
  const limit = Math.min(parts.items, left);
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
  const rows = parts.partOf(ofList, data, columns);
  const isLast = rows.count < limit || (limit === left && start.items + items === total);
  return { rows, end: { items: rows.count, next: isLast ? null : rows.last } };
}

/** Where a page of the graph ends is known only when it was read. */
function pagesOf(reader: ExportReader, list: PagedList, plan: ExportPlan): Begin {
  return (place, left) => {
    const page = readPage(reader, list, plan, place, left);
    return { end: page, rows: page.then(({ rows }) => rows) };
  };
}

async function readPage(
  reader: ExportReader,
  list: PagedList,
  plan: ExportPlan,
  cursor: string | null,
  left: number,
): Promise<PartEnd & { rows: readonly Row[] }> {
  const { parameters, block } = plan;
  const limit = Math.min(PAGE_ITEMS, left);
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
function withCursor({ list }: ExportPlan, rows: ReadRows, cursor: string | null): Pick<RowPage, 'rows' | 'csv'> {
  const isClosed = list.isClosed === true;
  const complete = (given: readonly Row[]): readonly Row[] => {
    if (isClosed) return given;
    const last = given.length - 1;
    return given.map((row, index): readonly Cell[] => [...row, index === last ? cursor : null]);
  };
  if (!('csv' in rows)) return { rows: () => complete(rows) };
  return { rows: () => complete(rows.rows()), csv: () => (isClosed ? rows.csv(LINE_END) : withCell(rows, cursor)) };
}

/** Lines of CSV with one cell more: it is empty but for the last. */
function withCell(rows: RowPart, cell: string | null): Buffer {
  const lines = rows.csv(`,${LINE_END}`);
  if (cell === null) return lines;
  return Buffer.concat([lines.subarray(0, -LINE_END.length), Buffer.from(writeCell(cell) + LINE_END)]);
}
