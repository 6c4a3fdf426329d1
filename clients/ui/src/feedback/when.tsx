import { exactTime, relativeTime } from './instant.ts';

/** An instant as people speak of it; exact when pointed at. */
export function When({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {relativeTime(instant, Date.now())}
    </time>
  );
}
