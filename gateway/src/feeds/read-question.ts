import { Refused } from '#/admission/refused.ts';
import { refusedParameter } from '#/export/read-parameters.ts';
import type { Feed, FeedParameters, Question } from './feed.ts';
import { FEEDS } from './feeds.ts';

/** The parts of a path below /feeds. */
export interface FeedPath {
  readonly feed: string;
  readonly chain: string;
  readonly question: string;
  /** The rest of the path: the value of the parameter that may stand there; undefined where the path ends before. */
  readonly '*'?: string;
}

/** A request as its URL makes it. */
export interface AskedFeed {
  readonly feed: Feed;
  readonly question: Question;
  readonly parameters: FeedParameters;
}

/** Reads path and query of a URL, before anything is waited for. @returns Refused naming what is wrong */
export function readQuestion(path: FeedPath, url: string): AskedFeed | Refused {
  const feed = FEEDS.get(path.feed);
  if (feed === undefined) return new Refused(404, 'NOT_FOUND', `The feeds are ${[...FEEDS.keys()].join(', ')}.`);
  const { questions } = feed;
  if (!Object.hasOwn(questions, path.question)) {
    return new Refused(404, 'NOT_FOUND', `The paths of ${path.feed} are ${Object.keys(questions).join(', ')}.`);
  }
  const question = questions[path.question] as Question;
  const rest = path['*'];
  if (rest !== undefined && (question.inPath === undefined || rest === '')) {
    return new Refused(404, 'NOT_FOUND', `Nothing stands below ${path.feed}/…/${path.question}.`);
  }
  const parameters = readParameters(question, url, rest);
  return parameters instanceof Refused ? parameters : { feed, question, parameters };
}

function readParameters({ needs, takes, inPath = '' }: Question, url: string, rest?: string): FeedParameters | Refused {
  const parameters = new Map<string, string>();
  const asked = [...new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length))];
  if (rest !== undefined) asked.unshift([inPath, rest]);
  for (const [name, value] of asked) {
    if (!Object.hasOwn(takes, name)) continue;
    if (parameters.has(name)) return refusedParameter(`${name} must stand in the URL once.`);
    const { pattern, words } = takes[name] ?? {};
    if (pattern?.test(value) !== true) return refusedParameter(`${name} must be ${words}.`);
    parameters.set(name, value);
  }
  const missing = needs.find((name) => !parameters.has(name));
  return missing === undefined ? parameters : refusedParameter(`The parameter ${missing} is needed.`);
}
