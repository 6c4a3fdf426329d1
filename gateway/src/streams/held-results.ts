import type { StreamedEvent } from './streamed-event.ts';

/** A stream or a connection that holds what its client has not read, as far as its memory is concerned. */
export interface WaitingStream {
  readonly teamId: string;
  readonly blockedMs: number;
  /** The groups of results that it holds. Streams share them. */
  readonly held: readonly (readonly StreamedEvent[])[];
  /** Bytes that it holds alone. */
  readonly own?: number;
}

/** Bytes of all, and those that have to go. */
export interface Overfull<Stream> {
  readonly bytes: number;
  readonly chosen: Stream[];
}

/**
 * Chooses the streams that have to go so that what their clients have not read stays within its bytes: of the team that holds the most, those
 * that wait longest. What several streams hold counts once.
 */
export function chooseOverfull<Stream extends WaitingStream>(
  waiting: readonly Stream[],
  bytesMax: number,
): Overfull<Stream> {
  const counted = new Set<StreamedEvent>();
  const byTeam = new Map<string, { bytes: number; streams: { stream: Stream; bytes: number }[] }>();
  let all = 0;
  // Results that are shared are held by those that wait shortest, which stay.
  for (const stream of waiting.toSorted((a, b) => a.blockedMs - b.blockedMs)) {
    const bytes = stream.held.reduce((sum, group) => sum + bytesOf(group, counted), stream.own ?? 0);
    const team = byTeam.get(stream.teamId) ?? { bytes: 0, streams: [] };
    byTeam.set(stream.teamId, team);
    team.streams.push({ stream, bytes });
    team.bytes += bytes;
    all += bytes;
  }
  const chosen: Stream[] = [];
  const bytes = all;
  while (all > bytesMax) {
    const fullest = [...byTeam.values()].reduce((most, team) => (team.bytes > most.bytes ? team : most));
    const last = fullest.streams.pop();
    if (last === undefined) break;
    if (last.bytes === 0) continue;
    fullest.bytes -= last.bytes;
    all -= last.bytes;
    chosen.push(last.stream);
  }
  return { bytes, chosen };
}

function bytesOf(group: readonly StreamedEvent[], counted: Set<StreamedEvent>): number {
  const [first] = group;
  // Streams that share one event of a group share the others.
  if (first === undefined || counted.has(first)) return 0;
  counted.add(first);
  return group.reduce((sum, { frame }) => sum + frame.length, 0);
}
