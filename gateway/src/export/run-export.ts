import type { ServerResponse } from 'node:http';
import { Refused } from '#/admission/refused.ts';
import { type CallContext, type CallRequest, callerOf, callOf, keyOf } from '#/answer/call-context.ts';
import { send } from '#/answer/served-request.ts';
import { acceptsGzip } from '#/http/accepts-gzip.ts';
import { ANSWER_HEADERS, toBody } from '#/http/answer-form.ts';
import type { ExportShared } from './export-options.ts';
import { ExportReader, ReadFault } from './export-reader.ts';
import { ExportUnits } from './export-units.ts';
import type { Format } from './formats/format.ts';
import { type ExportPlan, planExport } from './plan-export.ts';
import { type AskedExport, inOwnWords } from './read-parameters.ts';
import { columnsOf, type RowPage, readRows } from './read-rows.ts';
import { SendingEnded, sendRows } from './send-rows.ts';

export const STOPPING = new Refused(503, 'SUBGRAPH_UNAVAILABLE', 'This gateway is about to stop.', 1);
/** Between two looks at the key of an export that runs. */
const KEY_CHECK_MS = 500;

export interface ExportRun {
  asked: CallRequest;
  context: CallContext;
  wanted: AskedExport;
  /** Undefined: only the price is asked for. */
  format: Format | undefined;
  raw: ServerResponse;
  shared: ExportShared;
}

/** Plans an export, sets its units aside and sends it. @returns why nothing was sent */
export async function runExport(run: ExportRun): Promise<Refused | undefined> {
  const { asked, context, wanted, format, shared } = run;
  const { environment } = keyOf(context);
  const reader = new ExportReader(shared, keyOf(context), asked.id, asked.isGone);
  let units: ExportUnits | undefined;
  try {
    // The month has a unit before anything is read: to plan an export may take as much as many calls.
    const opened = await ExportUnits.open(callOf(context));
    if (opened instanceof Refused) return opened;
    units = opened;
    const deps = { reader, tips: shared.tips, environment, cursorSecret: shared.cursorSecret };
    const plan = await planExport(deps, wanted);
    const isPriceOnly = asked.method === 'HEAD' || wanted.parameters.has('price') || format === undefined;
    const tooFew = isPriceOnly ? undefined : await units.extend(shared.calls, plan.units, asked.isGone);
    if (tooFew !== undefined) return tooFew;
    if (asked.isGone()) return undefined;
    if (isPriceOnly) return sendPrice(run, plan, units);
    const release = shared.open.hold(() => cut(run.raw));
    if (release === undefined) return STOPPING;
    try {
      const pages = readRows(reader, plan, () => shared.open.partsAhead);
      // A fault of the first page is still answered as one.
      const first = await pages.next();
      units.spend(0);
      await sendAll(run, plan, format, units, goOn(first, pages));
    } finally {
      release();
    }
    return undefined;
  } catch (error) {
    if (error instanceof ReadFault && !run.raw.headersSent) return inOwnWords(error.refused);
    if (!(error instanceof ReadFault || error instanceof SendingEnded)) throw error;
    shared.logger.info({ requestId: asked.id, reason: error.message }, 'an export was cut');
    cut(run.raw);
    return undefined;
  } finally {
    units?.end();
  }
}

/** Ends a response in the middle. An end of HTTP/1.0 is the end of its connection: only a reset shows that something is missing. */
function cut(raw: ServerResponse): void {
  if (raw.chunkedEncoding) raw.destroy();
  else raw.socket?.resetAndDestroy();
}

/** The page that was read, and all behind it. */
async function* goOn(
  first: IteratorResult<RowPage, void>,
  pages: AsyncIterable<RowPage>,
): AsyncGenerator<RowPage, void, void> {
  if (first.done !== true) yield first.value;
  yield* pages;
}

async function sendAll(
  run: ExportRun,
  plan: ExportPlan,
  format: Format,
  units: ExportUnits,
  pages: AsyncIterable<RowPage>,
): Promise<void> {
  const { raw, shared, context } = run;
  let checkedAt = performance.now();
  raw.writeHead(200, headersOf(run, plan, format));
  await sendRows(raw, format.open(columnsOf(plan)), pages, {
    blockedMaxMs: shared.exportBlockedMaxMs,
    isGzipped: isGzipped(run, format),
    onPage: async ({ items }) => {
      units.spend(items);
      if (performance.now() - checkedAt < KEY_CHECK_MS) return;
      checkedAt = performance.now();
      const found = await shared.admission.callers.judge(callerOf(context));
      // While keys cannot be checked, nothing changes.
      if (found instanceof Refused && found.status < 500) throw new SendingEnded('the key does not work any more');
    },
  });
}

function sendPrice(run: ExportRun, plan: ExportPlan, units: ExportUnits): undefined {
  units.spend(1);
  const headers = headersOf(run, plan, run.format);
  if (run.asked.method === 'HEAD') {
    run.raw.writeHead(200, headers);
    run.raw.end();
    return;
  }
  const { block, items } = plan;
  const body = { items, units: plan.units, chainId: block.chainId, height: block.height, hash: block.hash };
  delete headers['content-disposition'];
  delete headers['content-encoding'];
  headers['content-type'] = 'application/json; charset=utf-8';
  send(run.raw, { status: 200, headers, body: toBody(`${JSON.stringify(body)}\n`) });
}

function isGzipped({ asked }: ExportRun, { isCompressed }: Format): boolean {
  return !isCompressed && acceptsGzip(asked.headers);
}

function headersOf(
  run: ExportRun,
  { list, block, items, units }: ExportPlan,
  format: Format | undefined,
): Record<string, string> {
  const { asked, context } = run;
  return {
    ...ANSWER_HEADERS,
    vary: `${ANSWER_HEADERS.vary}, accept, accept-encoding`,
    ...callOf(context).limitHeaders(),
    ...(format !== undefined && {
      'content-type': format.contentType,
      ...(isGzipped(run, format) && { 'content-encoding': 'gzip' }),
      'content-disposition': `attachment; filename="${list.name}-${block.height}.${format.extension}"`,
    }),
    'cache-control': 'no-store',
    'x-request-id': asked.id,
    'x-export-chain-id': block.chainId,
    'x-export-block-height': String(block.height),
    'x-export-block-hash': block.hash,
    'x-export-block-time': block.timestamp,
    'x-export-items': String(items),
    'x-export-units': String(units),
  };
}
