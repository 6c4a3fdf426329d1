import type { Feed, FeedEndpoint, FeedParameters } from './feed.ts';
import { FEEDS } from './feeds.ts';
import { notFound, refusedParameter } from './refusals.ts';

export interface FeedPath {
  readonly feed: string;
  readonly chain: string;
  readonly endpoint: string;
  readonly '*'?: string;
}

export interface AskedFeed {
  /** `<feed>/<endpoint>`. */
  readonly path: string;
  readonly feed: Feed;
  readonly endpoint: FeedEndpoint;
  readonly parameters: FeedParameters;
}

/** @throws Refusal naming what is wrong */
export function readEndpoint(path: FeedPath, url: string): AskedFeed {
  const feed = FEEDS.get(path.feed);
  if (feed === undefined) throw notFound(`The feeds are ${[...FEEDS.keys()].join(', ')}.`);
  const { endpoints } = feed;
  if (!Object.hasOwn(endpoints, path.endpoint)) {
    throw notFound(`The paths of ${path.feed} are ${Object.keys(endpoints).join(', ')}.`);
  }
  const endpoint = endpoints[path.endpoint] as FeedEndpoint;
  const rest = path['*'];
  if (rest !== undefined && (endpoint.inPath === undefined || rest === '')) {
    throw notFound(`Nothing stands below ${path.feed}/…/${path.endpoint}.`);
  }
  return { path: `${path.feed}/${path.endpoint}`, feed, endpoint, parameters: readParameters(endpoint, url, rest) };
}

function readParameters({ needs, takes, inPath = '' }: FeedEndpoint, url: string, rest?: string): FeedParameters {
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
