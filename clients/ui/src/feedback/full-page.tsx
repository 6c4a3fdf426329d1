import { Center, Container, Loader, Stack, Text } from '@mantine/core';
import { Logo } from '#/theme/logo.tsx';
import { Failure, type FailureProps } from './failure.tsx';

export function FullPageLoader() {
  return (
    <Center component="main" mih="100dvh">
      <Stack align="center" gap="sm" role="status">
        <Loader aria-hidden />
        <Text c="dimmed" size="sm">
          Loading…
        </Text>
      </Stack>
    </Center>
  );
}

export function FullPageFailure(props: FailureProps) {
  return (
    <Container component="main" size={520} py={80}>
      <Stack gap="xl">
        <Logo />
        <Failure {...props} />
      </Stack>
    </Container>
  );
}
