import { setTimeout as wait } from 'node:timers/promises';

const OPERATION = JSON.stringify({ query: '{ networks { chainId } }' });
const TRIES_MAX = 10;

export interface Outcome {
  answered: number;
  /** QUOTA_EXCEEDED. */
  exhausted: number;
  /** The connection broke. */
  broken: number;
}

/** A 503 is repeated. */
export async function callMany(urls: readonly string[], key: string, calls: number): Promise<Outcome> {
  const ends = await Promise.all(
    Array.from({ length: calls }, (_, call) => callOnce(urls[call % urls.length] ?? '', key)),
  );
  const count = (end: keyof Outcome): number => ends.filter((each) => each === end).length;
  return { answered: count('answered'), exhausted: count('exhausted'), broken: count('broken') };
}

async function callOnce(url: string, key: string): Promise<keyof Outcome> {
  for (let tries = 1; ; tries++) {
    const answer = await post(url, key);
    if (answer === undefined) return 'broken';
    const { status, retryAfter, body } = answer;
    if (status === 200 && (body.data?.networks ?? []).length > 0) return 'answered';
    if (status === 429 && body.errors?.[0]?.extensions?.code === 'QUOTA_EXCEEDED') return 'exhausted';
    if (status !== 503 || tries === TRIES_MAX) throw new Error(`an answer of ${status}: ${JSON.stringify(body)}`);
    await wait(retryAfter * 1000);
  }
}

async function post(url: string, key: string) {
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: OPERATION,
    });
    const body = (await response.json()) as {
      data?: { networks?: unknown[] };
      errors?: { extensions?: { code?: string } }[];
    };
    return { status: response.status, retryAfter: Number(response.headers.get('retry-after') ?? 1), body };
  } catch {
    return undefined;
  }
}
