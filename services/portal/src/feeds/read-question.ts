import type { Feed, FeedParameters, Question } from './feed.ts';
import { FEEDS } from './feeds.ts';
import { notFound, refusedParameter } from './refusals.ts';

export interface FeedPath {
  readonly feed: string;
  readonly chain: string;
  readonly question: string;
  readonly '*'?: string;
}

export interface AskedFeed {
  /** `<feed>/<question>`. */
  readonly path: string;
  readonly feed: Feed;
  readonly question: Question;
  readonly parameters: FeedParameters;
}

/** @throws Refusal naming what is wrong */
export function readQuestion(path: FeedPath, url: string): AskedFeed {
  const feed = FEEDS.get(path.feed);
  if (feed === undefined) throw notFound(`The feeds are ${[...FEEDS.keys()].join(', ')}.`);
  const { questions } = feed;
  if (!Object.hasOwn(questions, path.question)) {
    throw notFound(`The paths of ${path.feed} are ${Object.keys(questions).join(', ')}.`);
  }
  const question = questions[path.question] as Question;
  const rest = path['*'];
  if (rest !== undefined && (question.inPath === undefined || rest === '')) {
    throw notFound(`Nothing stands below ${path.feed}/…/${path.question}.`);
  }
  return { path: `${path.feed}/${path.question}`, feed, question, parameters: readParameters(question, url, rest) };
}

function readParameters({ needs, takes, inPath = '' }: Question, url: string, rest?: string): FeedParameters {
  const parameters = new Map<string, string>();
  const asked = [...new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length))];
  if (rest !== undefined) asked.unshift([inPath, rest]);
  for (const [name, value] of asked) {
    if (!Object.hasOwn(takes, name)) continue;
    if (parameters.has(name)) throw refusedParameter(`${name} must stand in the URL once.`);
    const { pattern, words } = takes[name] ?? {};
    if (pattern?.test(value) !== true) throw refusedParameter(`${name} must be ${words}.`);
    parameters.set(name, value);
  }
  const missing = needs.find((name) => !parameters.has(name));
  if (missing !== undefined) throw refusedParameter(`The parameter ${missing} is needed.`);
  return parameters;
}
