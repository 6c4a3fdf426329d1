import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface NothingYetProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export function NothingYet({ icon, title, children, action }: NothingYetProps) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center">
      <ThemeIcon size={52} radius="xl" variant="light" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={2} fz="lg">
        {title}
      </Title>
      <Text c="dimmed" maw={440} size="sm">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
