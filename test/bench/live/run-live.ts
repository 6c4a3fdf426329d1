import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { encodeAddress } from '@ledgergraph/verus-protocol/address';
import { GatewayProcess } from '../gateway/gateway-process.ts';
import { loadBySockets, writeRequest } from '../gateway/socket-load.ts';
import { OPERATIONS } from '../gateway-alone/operations.ts';
import { startProgram, startStubs } from '../stub-services/stub-stand.ts';
import { type CatchUp, compareCatchUp, compareInstalledCatchUp } from './catch-up.ts';
import { EventSockets } from './event-sockets.ts';

const IDLE_STREAMS = 5_000;
const SUBSCRIBERS = 1_000;
const ADDRESSES = 100;
const BLOCKS_PER_ROUND = 10;
const SETTLE_MS = 2_000;
const SLICE_MS = 2_000;

const QUERY =
  'subscription { chainEvents { __typename ... on Event { cursor blockHeight blockHash } ... on BlockAdded { block { time txCount } } } }';
const ACTIVITY =
  'subscription ($addresses: [String!]!) { addressActivity(addresses: $addresses) { __typename ... on Event { cursor } } }';

/** In milliseconds from the moment at which the sender learns of the event until the last client has it. */
export interface LiveSamples {
  bytesPerIdleStream: number;
  ours: number[];
  bare: number[];
  /** With 1,000 streams of 100 addresses each. */
  lookupsPerBlock: number;
  /** With 1,000 open streams ÷ without any. */
  queryRates: number[];
  catchUp: CatchUp;
  installed: CatchUp;
}

/** One gateway over stand-ins, and fan-out against a bare server with the same bytes. */
export async function runLive(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<LiveSamples> {
  progress('live: starting the gateway and the bare server');
  const { env, key, stubs } = await startStubs(cleanup);
  const quick = { ...env, TIP_POLL_MS: '50', STREAMS_PER_KEY: '10000' };
  const gateway = cleanup.use(await GatewayProcess.start('ours', quick, false));
  const port = Number(new URL(gateway.url).port);

  progress(`live: ${IDLE_STREAMS} idle streams`);
  const chain = () => JSON.stringify({ query: QUERY });
  await (await EventSockets.open(port, key, 200, chain)).close();
  await wait(SETTLE_MS);
  const before = await readResident(gateway.pid);
  const idle = await EventSockets.open(port, key, IDLE_STREAMS, chain);
  await wait(SETTLE_MS);
  const bytesPerIdleStream = ((await readResident(gateway.pid)) - before) / IDLE_STREAMS;
  idle.close();
  await wait(SETTLE_MS);

  const { ours, bare } = await compareFanOut(rounds, { port, key, stubs }, cleanup, progress);

  progress(`live: ${SUBSCRIBERS} streams of ${ADDRESSES} addresses each`);
  const watching = await EventSockets.open(port, key, SUBSCRIBERS, (index) =>
    JSON.stringify({ query: ACTIVITY, variables: { addresses: addressesOf(index) } }),
  );
  await countLookups(stubs);
  for (let block = 0; block < BLOCKS_PER_ROUND; block += 1) {
    await grow(stubs);
    await wait(200);
  }
  const lookupsPerBlock = (await countLookups(stubs)) / BLOCKS_PER_ROUND;
  watching.close();

  progress('live: queries while streams are open');
  const queryRates: number[] = [];
  // A cold gateway would spoil the first slice.
  await queryRate(port, key);
  for (let round = 0; round < rounds; round += 1) {
    const without = await queryRate(port, key);
    const open = await EventSockets.open(port, key, SUBSCRIBERS, chain);
    queryRates.push((await queryRate(port, key)) / without);
    open.close();
    await wait(SETTLE_MS / 2);
  }
  progress('live: catching up, and pages of the same blocks');
  const catchUp = await compareCatchUp(rounds, { url: gateway.url, key, stubs });
  progress('live: the same over an installation');
  const installed = await compareInstalledCatchUp(rounds);
  return { bytesPerIdleStream, ours, bare, lookupsPerBlock, queryRates, catchUp, installed };
}

async function compareFanOut(
  rounds: number,
  { port, key, stubs }: { port: number; key: string; stubs: ChildProcess },
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<Pick<LiveSamples, 'ours' | 'bare'>> {
  const barePort = await findFreePort();
  const server = await startProgram('../live/bare-event-server.ts', { PORT: String(barePort) }, cleanup);
  const isOpen = async (): Promise<boolean> => {
    (await EventSockets.open(barePort, key, 1, () => '')).close();
    return true;
  };
  await waitFor(isOpen, { what: 'the bare server' });
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    progress(`live: fan-out, round ${round} of ${rounds}`);
    const sockets = await EventSockets.open(port, key, SUBSCRIBERS, () => JSON.stringify({ query: QUERY }));
    for (let block = 0; block < BLOCKS_PER_ROUND; block += 1) ours.push(await timeOf(sockets, () => grow(stubs)));
    const text = sockets.lastText;
    sockets.close();
    const rivals = await EventSockets.open(barePort, key, SUBSCRIBERS, () => '');
    for (let block = 0; block < BLOCKS_PER_ROUND; block += 1) bare.push(await timeOf(rivals, () => send(server, text)));
    rivals.close();
    await wait(SETTLE_MS / 2);
  }
  return { ours: ours.slice(BLOCKS_PER_ROUND), bare: bare.slice(BLOCKS_PER_ROUND) };
}

/** @param start resolves with the time at which the sender received the event */
async function timeOf(sockets: EventSockets, start: () => Promise<number>): Promise<number> {
  sockets.reset();
  const receivedAt = await start();
  await waitFor(() => sockets.heard().count === SUBSCRIBERS, { what: 'the event at every client' });
  await wait(50);
  return sockets.heard().lastAt - receivedAt;
}

async function send(child: ChildProcess, message: string): Promise<number> {
  const answer = once(child, 'message');
  child.send(message);
  const [{ receivedAt }] = (await answer) as [{ receivedAt: number }];
  return receivedAt;
}

function grow(stubs: ChildProcess): Promise<number> {
  return send(stubs, 'grow');
}

async function countLookups(stubs: ChildProcess): Promise<number> {
  const answer = once(stubs, 'message');
  stubs.send('lookups');
  const [{ lookups }] = (await answer) as [{ lookups: number }];
  return lookups;
}

async function queryRate(port: number, key: string): Promise<number> {
  const [light] = OPERATIONS;
  const requests = (light?.variables ?? []).map((variables) =>
    writeRequest(
      '/graphql',
      { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      JSON.stringify({ query: light?.query, variables }),
    ),
  );
  const [first, ...others] = requests;
  if (first === undefined) throw new Error('no operation to ask');
  const { requests: answered, elapsedMs } = await loadBySockets(port, [first, ...others], 200, SLICE_MS);
  return (1_000 * answered) / elapsedMs;
}

async function readResident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return 1_024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
}

function addressesOf(stream: number): string[] {
  return Array.from({ length: ADDRESSES }, (_, index) => {
    const hash = Buffer.alloc(20);
    hash.writeUInt32BE(stream * ADDRESSES + index);
    return encodeAddress('PUBLIC_KEY_HASH', hash);
  });
}
