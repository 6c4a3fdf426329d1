import type { KeyName } from '@ledgergraph/test-kit/stack';

/** All of them have one word, in whatever case or coding they come back. */
const WORD = 'Xq7Hush';
const NAME = `${WORD}Name`;
const ADDRESS = `R${WORD}AddressRRRRRRRRRRRRRRRRRR`;
const BAD_KEY = `lg_test_${WORD}${'k'.repeat(40)}`;

export const SECRETS: readonly string[] = [WORD];

const QUERIES: { query: string; variables?: Record<string, unknown> }[] = [
  { query: 'query ($n: String!) { identity(identity: $n) { friendlyName } }', variables: { n: `${NAME}@` } },
  { query: `{ identity(identity: "${NAME}@") { friendlyName } }` },
  { query: `{ address(address: "${ADDRESS}") { balance } }` },
  { query: 'query ($a: String!) { address(address: $a) { balance } }', variables: { a: ADDRESS } },
  { query: 'query ($h: String) { block(hash: $h) { hash } }', variables: { h: WORD } },
  { query: 'query ($c: String) { blocks(cursor: $c) { blocks { hash } } }', variables: { c: WORD } },
  { query: `{ blocks(cursor: "${WORD}") { blocks { hash } } }` },
  // A text that Postgres refuses.
  { query: 'query ($n: String!) { identity(identity: $n) { friendlyName } }', variables: { n: `${NAME}\u0000@` } },
  { query: 'query ($a: String!) { address(address: $a) { balance } }', variables: { a: `${ADDRESS}\u0000` } },
  { query: 'query ($n: String!) { currency(currency: $n) { name } }', variables: { n: NAME } },
  { query: 'query ($l: Int) { blocks(limit: $l) { blocks { hash } } }', variables: { l: WORD } },
  { query: `{ blocks(limit: "${WORD}") { blocks { hash } } }` },
  { query: `{ ${WORD} }` },
  { query: `{ blocks { "${WORD}` },
  { query: `mutation { do(it: "${WORD}") }` },
];

/** @returns the HTTP statuses it met */
export async function askEverything(gatewayUrl: string, keys: Record<KeyName, string>): Promise<number[]> {
  const headers = {
    'content-type': 'application/json',
    cookie: `session=${WORD}`,
    'x-forwarded-for': WORD,
    'x-custom': WORD,
    'user-agent': WORD,
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    tracestate: `vendor=${WORD}`,
    baggage: `user=${WORD}`,
  };
  const statuses: number[] = [];
  const ask = async (path: string, init: RequestInit = {}): Promise<void> => {
    const response = await fetch(`${gatewayUrl}${path}`, { redirect: 'manual', ...init });
    await response.arrayBuffer();
    statuses.push(response.status);
  };
  const post = (body: string, authorization?: string): Promise<void> =>
    ask('/graphql', {
      method: 'POST',
      body,
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    });

  for (const key of [keys.test, keys.live]) {
    // A key's environment does not change a refusal.
    for (const operation of key === keys.test ? QUERIES : QUERIES.slice(0, 3))
      await post(JSON.stringify(operation), `Bearer ${key}`);
    const search = new URLSearchParams({ query: `{ identity(identity: "${NAME}") { friendlyName } }` });
    await ask(`/graphql?${search}`, { headers: { ...headers, authorization: `Bearer ${key}` } });
    await post(`{"query": "${WORD}`, `Bearer ${key}`);
  }
  await post(JSON.stringify(QUERIES[0]));
  for (const wrong of [BAD_KEY, WORD, `lg_test_${WORD}`]) await post(JSON.stringify(QUERIES[0]), `Bearer ${wrong}`);
  await post(JSON.stringify(QUERIES[0]), `Basic ${WORD}`);
  for (const path of [WORD, `docs/${WORD}`, 'schema.graphql', `export/${WORD}`])
    await ask(`/${path}?key=${WORD}`, { headers });
  await ask(`/dashboard/api/${WORD}?token=${WORD}`, { headers });
  const login = JSON.stringify({ email: `${WORD}@example.org`, password: `${WORD}-password` });
  const origin = 'http://localhost:4000';
  for (const path of ['sign-in/email', 'sign-up/email']) {
    await ask(`/dashboard/auth/${path}`, { method: 'POST', headers: { ...headers, origin }, body: login });
  }
  return statuses;
}
