import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from './use-title.ts';

export interface PageProps {
  title: string;
  intro?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** The title gets the focus on arrival: screen readers then begin there. */
export function Page({ title, intro, action, children }: PageProps) {
  const heading = useTitle(title);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="center" gap="md">
        <Stack gap={4} style={{ flex: '1 1 420px' }}>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {intro !== undefined && (
            <Text c="dimmed" size="sm" component="div">
              {intro}
            </Text>
          )}
        </Stack>
        {action}
      </Group>
      {children}
    </Stack>
  );
}
