import type { StreamedEvent } from './streamed-event.ts';

export interface WaitingStream {
  readonly teamId: string;
  readonly blockedMs: number;
  /** Streams share groups. */
  readonly held: readonly (readonly StreamedEvent[])[];
  /** Bytes that it holds alone. */
  readonly own?: number;
}

export interface Overfull<Stream> {
  readonly bytes: number;
  readonly chosen: Stream[];
}

/**
 * Chooses the streams that have to go so that unread results stay within their bytes: of the team that holds the most, those that wait
 * longest. Shared results count once.
 */
export function chooseOverfull<Stream extends WaitingStream>(
  waiting: readonly Stream[],
  bytesMax: number,
): Overfull<Stream> {
  const counted = new Set<StreamedEvent>();
  const byTeam = new Map<string, { bytes: number; streams: { stream: Stream; bytes: number }[] }>();
  let all = 0;
  // Shared results belong to those that wait shortest, which stay.
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
