import { ApiError, messageOf } from '@ledgergraph/dashboard-api/api-error';
import { Alert } from '@mantine/core';
import { CircleAlertIcon } from 'lucide-react';

/** Empty if a field shows the reason already. */
export function FormProblem({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return null;
  return (
    <Alert role="alert" color="red" icon={<CircleAlertIcon aria-hidden />} c="var(--mantine-color-text)">
      {withWait(error)}
    </Alert>
  );
}

function withWait(error: unknown): string {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined;
  return seconds === undefined ? messageOf(error) : `${messageOf(error)} Again in ${seconds} s.`;
}
