import { exactTime, relativeTime } from './instant.ts';

/** Relative; exact when pointed at. */
export function When({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {relativeTime(instant, Date.now())}
    </time>
  );
}
