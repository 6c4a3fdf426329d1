import type { FastifyInstance } from 'fastify';
import type { CallTracker } from '#/calls/call-tracker.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import type { PlanningTime } from '#/limits/planning-time.ts';
import type { WorkUnderWay } from '#/limits/work-under-way.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { ChainReader } from './chain-reader.ts';
import { EventResults } from './event-results.ts';
import type { MissedBlocks } from './missed-blocks.ts';
import type { OpenStreamDeps } from './open-stream.ts';
import { OpenStreams } from './open-streams.ts';
import { StreamSources } from './stream-sources.ts';
import { openWebSockets, type WebSocketOptions } from './web-socket/open-web-sockets.ts';

/** Milliseconds in which a stopping gateway ends its streams, so that clients connect again elsewhere. */
const DRAIN_MS = 5_000;

export interface OpenStreamingOptions extends Omit<WebSocketOptions, keyof Streaming> {
  graphs: CurrentGraph;
  tips: TipFollower;
  calls: Pick<CallTracker, 'open'>;
  /** Signs cursors; one or several secrets, divided by commas. */
  cursorSecret: string;
  /** Bounds the events that a team has running; absent: nothing does. */
  eventWork?: Pick<WorkUnderWay, 'enter'> | undefined;
  /** Time for new operations. */
  planning: Pick<PlanningTime, 'take'>;
  /** Hears of blocks that streams stand on and that the graph does not know. */
  missed: MissedBlocks;
  /** Milliseconds after which a stream that is ahead of the pin looks again. */
  aheadLookMs?: number | undefined;
}

/** The parts that the routes need. */
export interface Streaming {
  streams: OpenStreams;
  streamDeps: OpenStreamDeps;
}

/** Starts everything that streams share, and opens the WebSockets. Closing the server ends all streams first. */
export function openStreaming(server: FastifyInstance, options: OpenStreamingOptions): Streaming {
  const { graphs, tips, calls, cursorSecret, planning, logger } = options;
  const streams = new OpenStreams({ blockedMaxMs: options.blockedMaxMs });
  const reader = new ChainReader({ graphs, missed: options.missed, logger });
  const results = new EventResults({ graphs, reader, fill: streams, work: options.eventWork, planning });
  const sources = new StreamSources({ reader, tips, secret: cursorSecret });
  const streamDeps = { graphs, reader, results, tips, calls, sources, aheadLookMs: options.aheadLookMs };
  streams.start();
  const forgets = [tips.onMoved(() => streams.ring()), tips.onPoolChanged(() => sources.refreshPools())];
  const closeSockets = openWebSockets(server, { ...options, streams, streamDeps });
  server.addHook('preClose', async () => {
    for (const forget of forgets) forget();
    await streams.drain(DRAIN_MS);
    closeSockets();
  });
  return { streams, streamDeps };
}
