import type { FastifyReply, FastifyRequest } from 'fastify';
import { exposing } from '#/gateway/cross-origin.ts';
import { acceptsGzip } from '#/http/accepts-gzip.ts';
import type { ExportReader } from './export-reader.ts';
import { ExportUnits, unitsOf } from './export-units.ts';
import type { Format } from './formats/format.ts';
import { countItems, type ExportPlan } from './plan-export.ts';
import { columnsOf, type RowPage, readPages } from './read-pages.ts';
import { sendRows } from './send-rows.ts';

const READABLE = `content-disposition, ${['block-hash', 'block-height', 'block-time', 'chain-id', 'items', 'units']
  .map((name) => `x-export-${name}`)
  .join(', ')}`;

export interface ExportRun {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly reader: ExportReader;
  readonly plan: ExportPlan;
  /** Undefined if a client that asks for the head alone accepts none of ours. */
  readonly format: Format | undefined;
  readonly pagesAhead: () => number;
  /** A client may leave bytes unread for this long. */
  readonly blockedMaxMs?: number | undefined;
}

/** Costs one unit. @throws Refusal before anything is sent */
export async function sendHead(run: ExportRun): Promise<void> {
  const items = await countItems(run.reader, run.plan);
  const limits = await new ExportUnits(run.reader).pay(1);
  run.reply.hijack();
  run.reply.raw.writeHead(200, { ...exposing(limits, READABLE), ...headersOf(run, items) }).end();
}

/** @throws Refusal if it cannot begin or go on; SendingEnded */
export async function sendExport(run: ExportRun, format: Format): Promise<void> {
  const { reply, reader, plan, pagesAhead, blockedMaxMs } = run;
  const { raw } = reply;
  const units = new ExportUnits(reader);
  const pages = readPages(reader, plan, pagesAhead);
  try {
    // Faults of the first page, or of its unit, are still answered.
    const [items, first] = await Promise.all([countItems(reader, plan), pages.next()]);
    const limits = await units.pay(first.value?.items ?? 0);
    reply.hijack();
    raw.writeHead(200, { ...exposing(limits, READABLE), ...headersOf(run, items) });
    const isGzipped = isGzippedFor(run);
    await sendRows(raw, format.open(columnsOf(plan)), payingFor(prepend(first, pages), units), {
      isGzipped,
      blockedMaxMs,
    });
  } finally {
    await pages.return();
  }
}

async function* prepend(
  first: IteratorResult<RowPage, void>,
  pages: AsyncIterable<RowPage>,
): AsyncGenerator<RowPage, void, void> {
  if (first.done !== true) yield first.value;
  yield* pages;
}

async function* payingFor(pages: AsyncIterable<RowPage>, units: ExportUnits): AsyncGenerator<RowPage, void, void> {
  for await (const page of pages) {
    await units.pay(page.items);
    yield page;
  }
}

function isGzippedFor({ request, format }: ExportRun): boolean {
  return format?.isCompressed === false && acceptsGzip(request.headers);
}

function headersOf(run: ExportRun, items: number | undefined): Record<string, string> {
  const { request, plan, format } = run;
  const { list, block } = plan;
  return {
    vary: 'origin, accept, accept-encoding',
    'x-content-type-options': 'nosniff',
    ...(format !== undefined && {
      'content-type': format.contentType,
      ...(isGzippedFor(run) && { 'content-encoding': 'gzip' }),
      'content-disposition': `attachment; filename="${list.name}-${block.height}.${format.extension}"`,
    }),
    'cache-control': 'no-store',
    'x-request-id': request.id,
    'x-export-chain-id': block.chainId,
    'x-export-block-height': String(block.height),
    'x-export-block-hash': block.hash,
    'x-export-block-time': block.timestamp,
    ...(items !== undefined && { 'x-export-items': String(items), 'x-export-units': String(unitsOf(items)) }),
  };
}
