import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** The flood shares our cores: refusals without a pause would be most of its cost. */
const PAUSE_AFTER_REFUSAL_MS = 50;

export interface PageFlood {
  name: string;
  atOnce: number;
  next: (number: number) => string;
  headers?: Record<string, string>;
}

export interface RunningFlood {
  readonly answers: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** In turn; as a crawler it also asks for addresses where nothing is. */
export function listPageFloods(key: string, atOnce: number): PageFlood[] {
  const inTurn = (paths: readonly string[]) => (number: number) => paths[number % paths.length] ?? '/';
  return [
    { name: 'pages', atOnce, next: inTurn(['/docs', '/docs/cookbook', '/graphql']), headers: { accept: 'text/html' } },
    { name: 'files', atOnce, next: inTurn(['/schema.graphql', '/schema.json', '/postman.json']) },
    { name: 'the dashboard', atOnce, next: inTurn(['/dashboard', '/dashboard/api/me']) },
    { name: 'a crawler', atOnce, next: (number) => `/docs/${number}?page=${number}` },
    {
      name: 'exports',
      atOnce,
      next: (number) => `/export/blocks?fromHeight=${number % 100}`,
      headers: { authorization: `Bearer ${key}` },
    },
  ];
}

export function startFlood(url: string, { atOnce, next, headers = {} }: PageFlood): RunningFlood {
  const answers = new Map<number, number>();
  const agent = new Agent({ connections: atOnce, headersTimeout: 60_000, bodyTimeout: 60_000 });
  let isStopped = false;
  let number = 0;
  const flood = async (): Promise<void> => {
    while (!isStopped) {
      number += 1;
      const answer = await request(`${url}${next(number)}`, { headers, dispatcher: agent });
      await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      answers.set(answer.statusCode, (answers.get(answer.statusCode) ?? 0) + 1);
      if (answer.statusCode === 429) await wait(PAUSE_AFTER_REFUSAL_MS);
    }
  };
  const all = Promise.all(Array.from({ length: atOnce }, flood));
  all.catch(() => {});
  return {
    answers,
    stop: async () => {
      isStopped = true;
      await all.finally(() => agent.close());
    },
  };
}
