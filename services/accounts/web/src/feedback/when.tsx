import { exactTime, relativeTime } from '#web/feedback/instant.ts';

/** An instant as people speak of it; exact when pointed at. */
export function When({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {relativeTime(instant, Date.now())}
    </time>
  );
}
