export const FIRST_QUERY = `{
  networks {
    name
    syncState { lastBlockHeight lastBlockTime status }
  }
}`;

export interface SnippetOptions {
  endpoint: string;
  /** A key, or a placeholder. */
  key: string;
}

const ONE_LINE = FIRST_QUERY.replace(/\s+/g, ' ');

export function curlSnippet({ endpoint, key }: SnippetOptions): string {
  return `curl ${endpoint} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"query": "${ONE_LINE}"}'`;
}

export function fetchSnippet({ endpoint, key }: SnippetOptions): string {
  return `const response = await fetch('${endpoint}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    query: \`${FIRST_QUERY.replaceAll('\n', '\n    ')}\`,
  }),
});
const { data, errors } = await response.json();
console.log(errors ?? data.networks);`;
}

/** Uses only the standard library. */
export function pythonSnippet({ endpoint, key }: SnippetOptions): string {
  return `import json
import urllib.request

request = urllib.request.Request(
    "${endpoint}",
    data=json.dumps({"query": "${ONE_LINE}"}).encode(),
    headers={
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["data"]["networks"])`;
}

export const LANGUAGES = [
  { value: 'curl', label: 'curl', write: curlSnippet, title: 'curl command' },
  { value: 'fetch', label: 'JavaScript', write: fetchSnippet, title: 'JavaScript (fetch)' },
  { value: 'python', label: 'Python', write: pythonSnippet, title: 'Python 3' },
] as const;
