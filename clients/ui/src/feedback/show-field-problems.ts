import { ApiError } from '@ledgergraph/dashboard-api/api-error';

export function showFieldProblems(form: { setErrors: (errors: Record<string, string>) => void }) {
  return (error: unknown): void => {
    if (!(error instanceof ApiError)) return;
    // `allowedNetworks.0` is shown beside the field that holds the whole list.
    const problems = Object.entries(error.fields).map(([path, message]) => [path.split('.')[0], message]);
    form.setErrors(Object.fromEntries(problems));
  };
}
