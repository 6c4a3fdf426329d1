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

/** In which a stopping gateway ends its streams, so that clients connect elsewhere. */
const DRAIN_MS = 5_000;

export interface OpenStreamingOptions extends Omit<WebSocketOptions, keyof Streaming> {
  graphs: CurrentGraph;
  tips: TipFollower;
  calls: Pick<CallTracker, 'open'>;
  /** One or several secrets, divided by commas. */
  cursorSecret: string;
  /** Absent: unbounded. */
  eventWork?: Pick<WorkUnderWay, 'enter'> | undefined;
  planning: Pick<PlanningTime, 'take'>;
  missed: MissedBlocks;
  aheadLookMs?: number | undefined;
}

export interface Streaming {
  streams: OpenStreams;
  streamDeps: OpenStreamDeps;
}

/** Closing the server ends all streams first. */
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
