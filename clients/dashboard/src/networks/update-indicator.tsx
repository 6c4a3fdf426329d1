import { exactTime } from '@ledgergraph/ui/feedback/instant.ts';
import { Group, Text } from '@mantine/core';
import classes from './update-indicator.module.css';

export function UpdateIndicator({ updatedAtMs, isBroken }: { updatedAtMs: number; isBroken: boolean }) {
  if (updatedAtMs === 0) return null;
  return (
    <Group gap={8} role="status">
      <span className={classes.dot} data-broken={isBroken || undefined} aria-hidden />
      <Text size="sm" c="dimmed" className="numeric">
        {isBroken ? `As of ${exactTime(new Date(updatedAtMs).toISOString())}` : 'Updates by itself'}
      </Text>
    </Group>
  );
}
