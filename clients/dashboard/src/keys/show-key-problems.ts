import { ApiError } from '@ledgergraph/dashboard-api/api-error';
import type { UseFormReturnType } from '@mantine/form';
import type { KeyForm } from './key-form.ts';

const FIELDS: Record<string, keyof KeyForm> = {
  name: 'name',
  allowedNetworks: 'networks',
  allowedOrigins: 'origins',
  expiresAt: 'expiry',
  environment: 'environment',
};

/** Puts the server's words about a key's members beside the fields they were typed into. */
export function showKeyProblems(form: UseFormReturnType<KeyForm>) {
  return (error: unknown): void => {
    if (!(error instanceof ApiError)) return;
    for (const [path, message] of Object.entries(error.fields)) {
      const field = FIELDS[path.split('.')[0] ?? ''];
      if (field !== undefined) form.setFieldError(field, message);
    }
  };
}
