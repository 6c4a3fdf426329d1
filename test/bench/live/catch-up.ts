import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export const BLOCKS = 10_000;
const PAGE = 100;
/** More than the gateway takes to hear of a tip. */
const SETTLE_MS = 500;

const EVENTS =
  'subscription { chainEvents { __typename ... on Event { cursor blockHeight blockHash } ... on BlockAdded { block { time txCount } } } }';
const PAGES = `query ($first: BigInt!) {
  blocks(fromHeight: $first, order: ASC, limit: ${PAGE}) { blocks { height hash time txCount } hasMore nextCursor }
}`;

/** Where the gateway is, and how it is told of blocks. */
export interface CatchUpStand {
  url: string;
  key: string;
  stubs: ChildProcess;
}

/** Events, or blocks, that a client receives in a second. */
export interface CatchUp {
  streamed: number[];
  paged: number[];
}

/** One client reads the same 10,000 blocks as events from a cursor, and as pages of a query, one after another; interleaved. */
export async function compareCatchUp(rounds: number, stand: CatchUpStand): Promise<CatchUp> {
  const [streamed, paged]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const cursor = await readCursor(stand);
    const first = await grow(stand);
    streamed.push(await readEvents(stand, cursor));
    // Heights that no page was asked for yet: nothing comes from the cache.
    paged.push(await readPages(stand, first));
  }
  return { streamed, paged };
}

/** @returns height of the first of the new blocks */
async function grow({ stubs }: CatchUpStand): Promise<number> {
  const answer = once(stubs, 'message');
  stubs.send({ grow: BLOCKS });
  const [{ height }] = (await answer) as [{ height: number }];
  await wait(SETTLE_MS);
  return height - BLOCKS + 1;
}

function ask({ url, key }: CatchUpStand, accept: string, body: object, cursor?: string): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept,
      ...(cursor !== undefined && { 'last-event-id': cursor }),
    },
    body: JSON.stringify(body),
  });
}

async function readCursor(stand: CatchUpStand): Promise<string> {
  for await (const text of readStream(stand, undefined)) {
    const cursor = /^id: (\S+)/.exec(text)?.[1];
    if (cursor !== undefined) return cursor;
  }
  throw new Error('a stream without a cursor');
}

async function readEvents(stand: CatchUpStand, cursor: string): Promise<number> {
  const startedAt = performance.now();
  let [events, rest] = [0, ''];
  for await (const text of readStream(stand, cursor)) {
    const messages = (rest + text).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      if (message.includes('"errors"')) throw new Error(message);
      if (message.includes('event: next')) events += 1;
    }
    if (events === BLOCKS) return perSecond(startedAt);
  }
  throw new Error(`the stream ended after ${events} events`);
}

async function* readStream(stand: CatchUpStand, cursor: string | undefined): AsyncGenerator<string> {
  const { status, body } = await ask(stand, 'text/event-stream', { query: EVENTS }, cursor);
  if (status !== 200 || body === null) throw new Error(`a stream was answered with ${status}`);
  const decoder = new TextDecoder();
  for await (const chunk of body) yield decoder.decode(chunk as Uint8Array, { stream: true });
}

async function readPages(stand: CatchUpStand, first: number): Promise<number> {
  const startedAt = performance.now();
  for (let from = first; from < first + BLOCKS; from += PAGE) {
    const response = await ask(stand, 'application/json', { query: PAGES, variables: { first: from } });
    const { data, errors } = (await response.json()) as { data?: { blocks: { blocks: object[] } }; errors?: unknown };
    if (data?.blocks.blocks.length !== PAGE) throw new Error(`no full page: ${JSON.stringify(errors)}`);
  }
  return perSecond(startedAt);
}

function perSecond(startedAt: number): number {
  return (1_000 * BLOCKS) / (performance.now() - startedAt);
}
