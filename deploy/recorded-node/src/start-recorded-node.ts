import type { AddressInfo } from 'node:net';
import type { AnswerCall } from './answer-body.ts';
import { answerCall } from './answer-call.ts';
import type { Peer } from './continuation/crossing.ts';
import { CONTINUED_SLOWDOWN, openContinuation } from './continuation/open-continuation.ts';
import { EntryAnnouncer } from './entry-announcer.ts';
import { type Fault, FaultSwitch } from './fault.ts';
import { NodeState } from './node-state.ts';
import { controlPool, type PoolControl } from './pool-control.ts';
import { PoolFeeder } from './pool-feeder.ts';
import { PositionFile } from './position-file.ts';
import { startRpcServer } from './rpc-server.ts';
import { StepTimer } from './step-timer.ts';
import { TipMover } from './tip-mover.ts';
import { startTipPublisher } from './tip-publisher.ts';

export interface RecordedNodeOptions {
  /** In the form of `test/recordings/README.md`. */
  recordingDir: string;
  /** Hashes in order, on any branch; default: the recording's own schedule. */
  tips?: readonly string[];
  /** Default 0: any free one. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  user: string;
  password: string;
  /** Height of the first tip, on the branch at that time; `end`: the recorded tip. */
  from: number | 'end';
  /** Interval of the tip's steps. Absent: only `advance` moves it. */
  intervalMs?: number;
  /** An existing file takes precedence over `from`. */
  stateFile?: string;
  /** Port for ZeroMQ announcements; 0 takes a free one. Absent: none. */
  zmqPort?: number;
  /** Fills the pool ahead of the blocks: over `intervalMs`, or else after each step. Default: only transactions of tests and calls. */
  pool?: boolean;
  /** Delay of ZeroMQ announcements of entries; default: 1000, as in the daemon. */
  entryAnnouncementMs?: number;
  /** Appends generated blocks at a fifth of the pace, kept beside the state file. Not together with `tips`. */
  continues?: boolean;
  /** Lets continued nodes of this process export to each other, as in their recordings. */
  peers?: Peers;
}

export type Peers = Map<string, Peer>;

const ENTRY_ANNOUNCEMENT_MS = 1000;

export interface Tip {
  height: number;
  hash: string;
}

/** Moving the tip takes effect for the next call that the node answers. */
export interface RecordedNode extends PoolControl {
  url: string;
  /** Undefined: the options ask for no announcements. */
  zmqUrl: string | undefined;
  tip(): Tip;
  advance(steps?: number): Promise<Tip>;
  /** The tip may then be on a branch that will be abandoned. */
  advanceTo(height: number): Promise<Tip>;
  /** A ZMQ subscription has arrived, so later announcements reach it. */
  isHeard(topic: 'hashblock' | 'hashtx' | 'rawtx'): boolean;
  /** Since the start; members of batches count one by one. */
  countCalls(method: string): number;
  setFault(fault: Fault | null): void;
  setLatency(latencyMs: number): void;
  stop(): Promise<void>;
}

/** @throws RangeError when `from` is above the recorded tip, Error when the state file is of another recording or the port is taken */
export async function startRecordedNode(options: RecordedNodeOptions): Promise<RecordedNode> {
  const { recordingDir, host = '127.0.0.1', port = 0, user, password, intervalMs } = options;
  const state = new NodeState(recordingDir, options.tips);
  const file = options.stateFile === undefined ? undefined : new PositionFile(options.stateFile);
  const continuation = openContinuation(state, options);
  state.view.moveTo(findStart(state, file, options.from));
  file?.write(state.view.tip.hash);

  const faults = new FaultSwitch();
  const calls = new Map<string, number>();
  let latency = 0;
  const answer: AnswerCall = (method, params) => {
    calls.set(method, (calls.get(method) ?? 0) + 1);
    return answerCall(state, method, params);
  };
  const server = await startRpcServer({ host, port, user, password }, answer, { faults, latencyMs: () => latency });
  const announcing = await startAnnouncing(state, options, host);
  const interval = (): number => (intervalMs ?? 0) * (state.view.isContinued ? CONTINUED_SLOWDOWN : 1);
  const feeder = chooseFeeder(state, options, interval);
  const mover = new TipMover({ state, file, publisher: announcing?.publisher, feeder, continuation });

  const tip = (): Tip => ({ height: state.view.tip.height, hash: state.view.tip.hash });
  const timer = intervalMs === undefined ? undefined : new StepTimer(() => move(1), interval);
  const move = async (steps: number): Promise<Tip> => {
    for (let left = steps; left > 0 && !mover.isAtEnd; left -= 1) await mover.step();
    if (mover.isAtEnd) timer?.stop();
    return tip();
  };
  return {
    url: urlOf(server, host),
    zmqUrl: announcing?.publisher.url,
    tip,
    advance: (steps = 1) => move(steps),
    advanceTo: async (height) => {
      while (state.view.tip.height < height && !mover.isAtEnd) await move(1);
      return tip();
    },
    ...controlPool(state),
    isHeard: (topic) => announcing?.publisher.isHeard(topic) ?? false,
    countCalls: (method) => calls.get(method) ?? 0,
    setFault: (fault) => faults.set(fault),
    setLatency: (latencyMs) => {
      latency = latencyMs;
    },
    stop: async () => {
      timer?.stop();
      continuation?.close();
      if (feeder !== 'when-asked') feeder?.stop();
      announcing?.entries.stop();
      await announcing?.publisher.close();
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function startAnnouncing({ mempool }: NodeState, options: RecordedNodeOptions, host: string) {
  const { zmqPort, entryAnnouncementMs = ENTRY_ANNOUNCEMENT_MS } = options;
  if (zmqPort === undefined) return undefined;
  const publisher = await startTipPublisher(host, zmqPort);
  return { publisher, entries: new EntryAnnouncer(mempool, publisher, entryAnnouncementMs) };
}

function chooseFeeder(
  { mempool }: NodeState,
  { pool, intervalMs }: RecordedNodeOptions,
  interval: () => number,
): PoolFeeder | 'when-asked' | undefined {
  if (!pool) return undefined;
  return intervalMs === undefined ? 'when-asked' : new PoolFeeder(mempool, interval);
}

function findStart({ view }: NodeState, file: PositionFile | undefined, from: number | 'end'): number {
  const kept = file?.read();
  if (kept !== undefined) {
    const position = view.findPositionOfTip(kept);
    if (position === undefined) throw new Error('the state file of the recorded node belongs to another recording');
    return position;
  }
  if (from === 'end') return view.lastPosition;
  const position = view.findPositionOfHeight(from);
  if (position === undefined) throw new RangeError(`the recording has no block at height ${from}`);
  return position;
}

function urlOf(server: Awaited<ReturnType<typeof startRpcServer>>, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host}:${port}`;
}
