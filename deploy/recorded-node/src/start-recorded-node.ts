import type { AnswerCall } from './answer-body.ts';
import { answerCall } from './answer-call.ts';
import { type Fault, FaultSwitch } from './fault.ts';
import { NodeState } from './node-state.ts';
import { PositionFile } from './position-file.ts';
import { startRpcServer } from './rpc-server.ts';
import { startTipPublisher } from './tip-publisher.ts';

export interface RecordedNodeOptions {
  /** A folder of the form that `test/recordings/README.md` describes. */
  recordingDir: string;
  /** Hashes of the tips to stand on, in order, on any branch and back; default: the recording's own schedule. */
  tips?: readonly string[];
  /** 0, the default, takes a free one. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  user: string;
  password: string;
  /** Height of the tip at start, on the branch the node followed then; `end`: the recorded tip. */
  from: number | 'end';
  /** Moves the tip one step in every interval until the end. Absent: only `advance` moves it. */
  intervalMs?: number;
  /** Keeps the position here; where it exists, the node resumes there instead of at `from`. */
  stateFile?: string;
  /** Announces new tips over ZeroMQ on this port; 0 takes a free one. */
  zmqPort?: number;
}

export interface Tip {
  height: number;
  hash: string;
}

/** A running recorded node. Moving the tip takes effect for the next call that the node answers. */
export interface RecordedNode {
  url: string;
  /** Address at which new tips are announced, if the options ask for it. */
  zmqUrl: string | undefined;
  tip(): Tip;
  /** Takes that many steps of the schedule, one by default; at the end it stays. */
  advance(steps?: number): Promise<Tip>;
  /** Steps on until the tip is at least that high; it may then stand on a branch that will be left. */
  advanceTo(height: number): Promise<Tip>;
  /** null: healthy again. */
  setFault(fault: Fault | null): void;
  /** Delay of every answer. */
  setLatency(latencyMs: number): void;
  stop(): Promise<void>;
}

/**
 * Serves a recording as verusd would: its JSON-RPC, at a tip that moves through the recorded chain and its orphaned branches.
 * @throws RangeError when `from` is above the recorded tip, Error when the state file is of another recording or the port is taken
 */
export async function startRecordedNode(options: RecordedNodeOptions): Promise<RecordedNode> {
  const { recordingDir, host = '127.0.0.1', port = 0, user, password, from, intervalMs, zmqPort } = options;
  const state = new NodeState(recordingDir, options.tips);
  const file = options.stateFile === undefined ? undefined : new PositionFile(options.stateFile);
  state.view.moveTo(findStart(state, file, from));
  file?.write(state.view.tip.hash);

  const faults = new FaultSwitch();
  let latency = 0;
  const answer: AnswerCall = (method, params) => answerCall(state, method, params);
  const server = await startRpcServer({ host, port, user, password }, answer, { faults, latencyMs: () => latency });
  const publisher = zmqPort === undefined ? undefined : await startTipPublisher(host, zmqPort);

  const tip = (): Tip => ({ height: state.view.tip.height, hash: state.view.tip.hash });
  const step = async (): Promise<void> => {
    state.view.moveTo(state.view.position + 1);
    file?.write(state.view.tip.hash);
    await publisher?.announce(state.view.tip.hash);
  };
  const timer = intervalMs === undefined ? undefined : setInterval(() => move(1), intervalMs);
  const move = async (steps: number): Promise<Tip> => {
    for (let left = steps; left > 0 && !state.view.isFinal; left -= 1) await step();
    if (state.view.isFinal) clearInterval(timer);
    return tip();
  };
  const address = server.address();
  return {
    url: `http://${host}:${typeof address === 'object' && address !== null ? address.port : port}`,
    zmqUrl: publisher?.url,
    tip,
    advance: (steps = 1) => move(steps),
    advanceTo: (height) =>
      move((state.view.findPositionOfHeight(height) ?? state.view.lastPosition) - state.view.position),
    setFault: (fault) => faults.set(fault),
    setLatency: (latencyMs) => {
      latency = latencyMs;
    },
    stop: async () => {
      clearInterval(timer);
      publisher?.close();
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** The position to start at: the kept one, else that of a height. */
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
