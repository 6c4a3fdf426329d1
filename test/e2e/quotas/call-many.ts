import { setTimeout as wait } from 'node:timers/promises';

const OPERATION = JSON.stringify({ query: '{ networks { chainId } }' });
const TRIES_MAX = 20;
/** Seconds. A month's end is further away: what is to be repeated sooner may be answered. */
const SOON_MAX = 5;

type End = 'answered' | 'exhausted' | 'broken';

export interface Outcome {
  answered: number;
  /** QUOTA_EXCEEDED until the month ends. */
  exhausted: number;
  /** The connection broke. */
  broken: number;
}

/**
 * A call is repeated when `Retry-After` asks for it: 503, and 429 while the last units may still come back.
 * @returns `refusals`: answers of QUOTA_EXCEEDED, those that were repeated too
 */
export async function callMany(
  urls: readonly string[],
  key: string,
  calls: number,
): Promise<{ ends: Outcome; refusals: number }> {
  const all = await Promise.all(
    Array.from({ length: calls }, (_, call) => callOnce(urls[call % urls.length] ?? '', key)),
  );
  const count = (end: End): number => all.filter((each) => each.end === end).length;
  const ends = { answered: count('answered'), exhausted: count('exhausted'), broken: count('broken') };
  return { ends, refusals: all.reduce((sum, { refusals }) => sum + refusals, 0) };
}

async function callOnce(url: string, key: string): Promise<{ end: End; refusals: number }> {
  let refusals = 0;
  for (let tries = 1; ; tries++) {
    const answer = await post(url, key);
    if (answer === undefined) return { end: 'broken', refusals };
    const { status, retryAfter, body } = answer;
    if (status === 200 && (body.data?.networks ?? []).length > 0) return { end: 'answered', refusals };
    const isRefused = status === 429 && body.errors?.[0]?.extensions?.code === 'QUOTA_EXCEEDED';
    if (isRefused) refusals++;
    if (isRefused && retryAfter > SOON_MAX) return { end: 'exhausted', refusals };
    if ((status !== 503 && !isRefused) || tries === TRIES_MAX) {
      throw new Error(`an answer of ${status}: ${JSON.stringify(body)}`);
    }
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
