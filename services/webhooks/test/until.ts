import { waitFor } from '@ledgergraph/test-kit/wait-for';

export async function until(expectations: () => void | Promise<void>): Promise<void> {
  const what = 'what the test expects';
  await waitFor(
    async () => {
      await expectations();
      return true;
    },
    { what },
  );
}
