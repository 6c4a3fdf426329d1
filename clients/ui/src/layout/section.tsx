import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

export interface SectionProps {
  title: string;
  intro?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, intro, action, children }: SectionProps) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} style={{ flex: '1 1 320px' }}>
            <Title order={2} id={titleId}>
              {title}
            </Title>
            {intro !== undefined && (
              <Text size="sm" c="dimmed">
                {intro}
              </Text>
            )}
          </Stack>
          {action}
        </Group>
        {children}
      </Stack>
    </Card>
  );
}
