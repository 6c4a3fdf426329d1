import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { generateChain } from '@ledgergraph/generators/generated-chain/generate-chain';
import { startGeneratedNode } from '@ledgergraph/generators/generated-chain/start-generated-node';
import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import {
  addressOf,
  CREDENTIALS,
  makeDataFolder,
  StackClient,
  startStackOn,
  writeNetworksFile,
} from '@ledgergraph/test-kit/stack';

export const BLOCKS = 10_000;
const PAGE = 100;
const RECORDING = 'vrsctest-a';
const FIRST = 10;
const WARM_UP = 1;
/** More than a gateway takes to hear of a tip. */
const SETTLE_MS = 500;

const EVENTS =
  'subscription { chainEvents { __typename ... on Event { cursor blockHeight blockHash } ... on BlockAdded { block { time txCount } } } }';
const PAGES = `query ($first: BigInt!) {
  blocks(fromHeight: $first, order: ASC, limit: ${PAGE}) { blocks { height hash time txCount } hasMore nextCursor }
}`;

interface Gateway {
  url: string;
  key: string;
}

export interface CatchUpStand extends Gateway {
  stubs: ChildProcess;
}

export interface CatchUp {
  streamed: number[];
  paged: number[];
}

/** The same 10,000 blocks as events from a cursor, and as pages of a query; interleaved. */
export async function compareCatchUp(rounds: number, stand: CatchUpStand): Promise<CatchUp> {
  const [streamed, paged]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const cursor = await readCursor(stand);
    const first = await grow(stand);
    streamed.push(await readEvents(stand, cursor, BLOCKS));
    // Heights without a cached page.
    paged.push(await readPages(stand, first, BLOCKS));
  }
  return { streamed, paged };
}

/** Over a whole installation. Each round begins a block later, so that no cache answers. */
export async function compareInstalledCatchUp(rounds: number): Promise<CatchUp> {
  await using cleanup = new AsyncDisposableStack();
  const { gateway, grow } = await startInstallation(rounds + WARM_UP, cleanup);
  const cursor = await readCursor(gateway);
  await grow();
  const cursors = [cursor];
  for await (const text of readStream(gateway, cursor)) {
    cursors.push(...Array.from(text.matchAll(/^id: (\S+)\nevent/gm), ([, id = '']) => id));
    if (cursors.length > rounds + WARM_UP) break;
  }
  const [streamed, paged]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    const events = await readEvents(gateway, cursors[round], BLOCKS);
    const blocks = await readPages(gateway, FIRST + 1 + round, BLOCKS);
    if (round < WARM_UP) continue;
    streamed.push(events);
    paged.push(blocks);
  }
  return { streamed, paged };
}

/** @returns the gateway, with a few blocks, and a function that has it index the others */
async function startInstallation(
  rounds: number,
  cleanup: AsyncDisposableStack,
): Promise<{ gateway: Gateway; grow: () => Promise<void> }> {
  const dataDir = await makeDataFolder();
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { chainId, name } = readMeta(recordingDir(RECORDING));
  const blocks = FIRST + BLOCKS + rounds + 1;
  const chain = cleanup.use(ChainFile.write(join(dataDir, 'chain'), generateChain({ seed: 1, blocks, chainId })));
  const node = await startGeneratedNode({ chain, chainId, name, ...CREDENTIALS, tipHeight: FIRST });
  cleanup.defer(() => node.stop());
  const networksFile = await writeNetworksFile(dataDir, [{ recording: RECORDING, urls: [node.url] }]);
  const running = await startStackOn(networksFile, { isDurable: true });
  cleanup.defer(() => running.stop());
  const client = new StackClient(addressOf(running));
  return {
    gateway: { url: client.address.gatewayUrl, key: client.address.keys.test },
    grow: async () => {
      let tip = await node.advance();
      while (tip.height < blocks - 1) tip = await node.advance();
      await client.waitForTip('test', tip);
    },
  };
}

async function grow({ stubs }: CatchUpStand): Promise<number> {
  const answer = once(stubs, 'message');
  stubs.send({ grow: BLOCKS });
  const [{ height }] = (await answer) as [{ height: number }];
  await wait(SETTLE_MS);
  return height - BLOCKS + 1;
}

function ask({ url, key }: Gateway, accept: string, body: object, cursor?: string): Promise<Response> {
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

async function readCursor(gateway: Gateway): Promise<string> {
  for await (const text of readStream(gateway, undefined)) {
    const cursor = /^id: (\S+)/.exec(text)?.[1];
    if (cursor !== undefined) return cursor;
  }
  throw new Error('a stream without a cursor');
}

async function readEvents(gateway: Gateway, cursor: string | undefined, count: number): Promise<number> {
  const startedAt = performance.now();
  let [events, rest] = [0, ''];
  for await (const text of readStream(gateway, cursor)) {
    const messages = (rest + text).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      if (message.includes('"errors"')) throw new Error(message);
      if (message.includes('event: next')) events += 1;
    }
    if (events >= count) return perSecond(startedAt, events);
  }
  throw new Error(`the stream ended after ${events} events`);
}

async function* readStream(gateway: Gateway, cursor: string | undefined): AsyncGenerator<string> {
  const { status, body } = await ask(gateway, 'text/event-stream', { query: EVENTS }, cursor);
  if (status !== 200 || body === null) throw new Error(`a stream was answered with ${status}`);
  const decoder = new TextDecoder();
  for await (const chunk of body) yield decoder.decode(chunk as Uint8Array, { stream: true });
}

async function readPages(gateway: Gateway, first: number, count: number): Promise<number> {
  const startedAt = performance.now();
  for (let from = first; from < first + count; from += PAGE) {
    const response = await ask(gateway, 'application/json', { query: PAGES, variables: { first: from } });
    const { data, errors } = (await response.json()) as { data?: { blocks: { blocks: object[] } }; errors?: unknown };
    if (data?.blocks.blocks.length !== PAGE) throw new Error(`no full page: ${JSON.stringify(errors)}`);
  }
  return perSecond(startedAt, count);
}

function perSecond(startedAt: number, count: number): number {
  return (1_000 * count) / (performance.now() - startedAt);
}
