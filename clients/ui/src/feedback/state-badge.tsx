import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'accent';

/** The word alone shows the state; the colour only helps. */
export function StateBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge c={`var(--lg-${tone})`} bg={`var(--lg-${tone}-soft)`} style={{ flexShrink: 0 }}>
      {children}
    </Badge>
  );
}
