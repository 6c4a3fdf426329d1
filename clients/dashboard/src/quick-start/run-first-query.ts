import { reach } from '@ledgergraph/dashboard-api/request';
import { FIRST_QUERY, type SnippetOptions } from './snippets.ts';

/** Returns the text of a failure as well. @throws ApiError UNREACHABLE */
export async function runFirstQuery({
  endpoint,
  key,
}: SnippetOptions): Promise<{ body: string; milliseconds: number }> {
  const startedAt = performance.now();
  const response = await reach(endpoint, {
    method: 'POST',
    // A client has no session; the API takes none.
    credentials: 'omit',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: FIRST_QUERY }),
  });
  const text = await response.text();
  return { body: readable(text), milliseconds: Math.round(performance.now() - startedAt) };
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
