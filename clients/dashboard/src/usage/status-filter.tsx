import type { CallStatus } from '@ledgergraph/dashboard-api/contract';
import { Chip, Group, Tooltip } from '@mantine/core';
import { whole } from './numbers.ts';
import classes from './status-filter.module.css';
import { STATUSES } from './statuses.ts';

export interface StatusFilterProps {
  sums: Record<CallStatus, number>;
  chosen: CallStatus[];
  onChange: (chosen: CallStatus[]) => void;
}

/** This is also the chart's legend. */
export function StatusFilter({ sums, chosen, onChange }: StatusFilterProps) {
  return (
    <Chip.Group multiple value={chosen} onChange={(values) => onChange(values as CallStatus[])}>
      <Group gap="xs" role="group" aria-label="How calls ended">
        {STATUSES.map(({ status, label, meaning, color }) => (
          <Tooltip key={status} label={meaning} refProp="rootRef">
            <Chip value={status} size="sm" variant="outline" color="ledger" classNames={{ label: classes.label }}>
              <span
                className={classes.dot}
                style={{ background: `var(--mantine-color-${color.replace('.', '-')})` }}
                aria-hidden
              />
              {label} <b className="numeric">{whole(sums[status])}</b>
            </Chip>
          </Tooltip>
        ))}
      </Group>
    </Chip.Group>
  );
}
