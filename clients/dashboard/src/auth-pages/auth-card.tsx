import { useTitle } from '@ledgergraph/ui/layout/use-title.ts';
import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface AuthCardProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

export function AuthCard({ title, intro, children, footer }: AuthCardProps) {
  const heading = useTitle(title);
  return (
    <Stack gap="lg">
      <Card padding="xl" shadow="sm">
        <Stack gap="lg">
          <Stack gap={4}>
            <Title order={1} fz={22} ref={heading} tabIndex={-1}>
              {title}
            </Title>
            {intro !== undefined && (
              <Text size="sm" c="dimmed">
                {intro}
              </Text>
            )}
          </Stack>
          {children}
        </Stack>
      </Card>
      {footer !== undefined && (
        <Text size="sm" ta="center" c="dimmed">
          {footer}
        </Text>
      )}
    </Stack>
  );
}
