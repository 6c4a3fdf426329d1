import type { StreamedEvent } from './streamed-event.ts';

/** A stream whose client leaves an event unread, as far as its memory is concerned. */
export interface WaitingStream {
  readonly teamId: string;
  readonly blockedMs: number;
  /** The groups of results that it holds. Streams share them. */
  readonly held: readonly (readonly StreamedEvent[])[];
}

/**
 * Chooses the streams that have to go so that what their clients have not read stays within its bytes: of the team that holds the most, those
 * that wait longest. What several streams hold counts once.
 */
export function chooseOverfull<Stream extends WaitingStream>(waiting: readonly Stream[], bytesMax: number): Stream[] {
  const counted = new Set<StreamedEvent>();
  const byTeam = new Map<string, { bytes: number; streams: { stream: Stream; bytes: number }[] }>();
  let all = 0;
  // Results that are shared are held by those that wait shortest, which stay.
  for (const stream of waiting.toSorted((a, b) => a.blockedMs - b.blockedMs)) {
    const bytes = stream.held.reduce((sum, group) => sum + bytesOf(group, counted), 0);
    const team = byTeam.get(stream.teamId) ?? { bytes: 0, streams: [] };
    byTeam.set(stream.teamId, team);
    team.streams.push({ stream, bytes });
    team.bytes += bytes;
    all += bytes;
  }
  const chosen: Stream[] = [];
  while (all > bytesMax) {
    const fullest = [...byTeam.values()].reduce((most, team) => (team.bytes > most.bytes ? team : most));
    const last = fullest.streams.pop();
    if (last === undefined) break;
    if (last.bytes === 0) continue;
    fullest.bytes -= last.bytes;
    all -= last.bytes;
    chosen.push(last.stream);
  }
  return chosen;
}

function bytesOf(group: readonly StreamedEvent[], counted: Set<StreamedEvent>): number {
  const [first] = group;
  // Streams that share one event of a group share the others.
  if (first === undefined || counted.has(first)) return 0;
  counted.add(first);
  return group.reduce((sum, { frame }) => sum + frame.length, 0);
}
