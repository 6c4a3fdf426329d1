import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './rows.module.css';

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}

export interface RowProps {
  children: ReactNode;
  actions?: ReactNode;
  below?: ReactNode;
}

export function Row({ children, actions, below }: RowProps) {
  return (
    <Box component="li" className={classes.row}>
      <Box style={{ flex: '1 1 220px', minWidth: 0 }}>{children}</Box>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
      {below !== undefined && <Box style={{ flex: '1 0 100%', minWidth: 0 }}>{below}</Box>}
    </Box>
  );
}
