import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './rows.module.css';

/** A list of things, each with what can be done to it at the end of its row. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}

export function Row({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <Box component="li" className={classes.row}>
      <Box style={{ flex: '1 1 220px', minWidth: 0 }}>{children}</Box>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Box>
  );
}
