import { Refused } from '#/admission/refused.ts';
import { type CallContext, type CallRequest, keyOf } from '#/answer/call-context.ts';
import { cellOf, objectOf } from '#/export/export-list.ts';
import { ExportReader, type ExportReaderOptions, ReadFault } from '#/export/export-reader.ts';
import { pinOf } from '#/export/plan-export.ts';
import type { Tip } from '#/pin/tip.ts';
import type { FeedAnswer, FeedView } from './feed.ts';
import type { AskedFeed } from './read-question.ts';

const GONE = new ReadFault(new Refused(400, 'BAD_REQUEST', 'The client has gone.'));
const TOO_LONG = new Refused(503, 'SUBGRAPH_TIMEOUT', 'This took too long. Please ask for less.', 2);
const REORGANIZING = new Refused(
  503,
  'CHAIN_REORGANIZED',
  'The chain is being reorganised at this moment. Please repeat the request.',
  1,
);

/** An answer, and the block that it was read at. */
export interface ReadFeed {
  readonly answer: FeedAnswer;
  readonly pin: FeedPin;
}

type FeedPin = Pick<Tip, 'chainId' | 'height' | 'hash'>;

const NONE_IS_FINAL = new Refused(404, 'NOT_FOUND', 'No block of this chain is final yet.');
const HASH = `query FeedPin($chainId: String, $height: BigInt) {
  block(chainId: $chainId, height: $height) { hash }
}`;

/**
 * Reads an answer at one block: the latest one, or the last final one. If a reorganisation removes it meanwhile, the answer is read once more at the new one.
 * @throws ReadFault
 */
export async function readFeed(
  wanted: AskedFeed & { chainId: string },
  asked: CallRequest,
  context: CallContext,
  options: ExportReaderOptions,
): Promise<ReadFeed> {
  const until = performance.now() + options.operationTimeoutMs;
  const readOnce = async (): Promise<ReadFeed> => {
    const tip = pinOf({ tips: options.tips, environment: keyOf(context).environment }, wanted.chainId);
    const viewOf = (pin: FeedPin): FeedView => viewAt(pin, asked, context, options, until);
    const pin = wanted.feed.isFinal === true ? await findFinal(tip, viewOf(tip)) : tip;
    return { pin, answer: await wanted.question.answer(viewOf(pin), wanted.parameters) };
  };
  try {
    return await readOnce();
  } catch (error) {
    if (!isReorganized(error)) throw error;
  }
  try {
    return await readOnce();
  } catch (error) {
    throw isReorganized(error) ? new ReadFault(REORGANIZING) : error;
  }
}

/** @throws ReadFault while no block of the chain is final */
async function findFinal({ chainId, height: latest, finalizedHeight }: Tip, view: FeedView): Promise<FeedPin> {
  if (finalizedHeight === null) throw new ReadFault(NONE_IS_FINAL);
  const height = Math.min(finalizedHeight, latest);
  const block = objectOf(await view.ask(HASH, { height }), 'block');
  return { chainId, height, hash: String(cellOf(block, 'hash')) };
}

function viewAt(
  pin: FeedPin,
  asked: CallRequest,
  context: CallContext,
  options: ExportReaderOptions,
  until: number,
): FeedView {
  const { chainId, height, hash } = pin;
  return {
    ...{ chainId, height, hash },
    async ask(query, variables) {
      if (asked.isGone()) throw GONE;
      const operationTimeoutMs = Math.floor(until - performance.now());
      if (operationTimeoutMs <= 0) throw new ReadFault(TOO_LONG);
      const reader = new ExportReader({ ...options, operationTimeoutMs }, keyOf(context), asked.id, asked.isGone);
      return reader.ask(query, { chainId, ...variables }, pin);
    },
  };
}

function isReorganized(error: unknown): boolean {
  return error instanceof ReadFault && error.isReorganization;
}
