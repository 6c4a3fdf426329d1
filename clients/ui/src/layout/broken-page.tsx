import { Alert, Button, Container, Stack, Text } from '@mantine/core';
import { TriangleAlertIcon } from 'lucide-react';
import { Logo } from '#/theme/logo.tsx';

/** For a page that could not be drawn, or whose file is missing, as after an update of the server. */
export function BrokenPage() {
  return (
    <Container component="main" size={520} py={80}>
      <Stack gap="xl">
        <Logo />
        <Alert role="alert" color="red" icon={<TriangleAlertIcon aria-hidden />} title="This page could not be shown">
          <Stack gap="sm" align="flex-start">
            <Text size="sm" c="var(--mantine-color-text)">
              The server may have been updated or be out of reach. Loading the page again usually helps; nothing you
              saved is lost.
            </Text>
            <Button variant="default" size="xs" onClick={() => window.location.reload()}>
              Load again
            </Button>
          </Stack>
        </Alert>
      </Stack>
    </Container>
  );
}
