import { Group, Text } from '@mantine/core';

export function Logo() {
  return (
    <Group gap={10} wrap="nowrap">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#1f5abb" />
        <path d="M9 8v13a3 3 0 0 0 3 3h11" fill="none" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" />
        <circle cx="16" cy="14" r="2.6" fill="#fff" />
        <circle cx="23" cy="9" r="2.6" fill="#fff" opacity=".75" />
        <path d="M16 14l7-5" stroke="#fff" strokeWidth="2" opacity=".75" />
      </svg>
      <Text fw={700} fz={17} style={{ letterSpacing: '-0.015em' }}>
        Ledgergraph
      </Text>
    </Group>
  );
}
