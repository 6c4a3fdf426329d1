import type { KeyObject } from 'node:crypto';
import { EVENT_SPEC } from '@ledgergraph/graph-kit/event-spec';
import { subgraphNames } from '@ledgergraph/graph-kit/subgraph-names';
import { type SupergraphManifest, sha256, supergraphManifest } from '@ledgergraph/graph-kit/supergraph-manifest';
import { isSignedBy } from '@ledgergraph/service-kit/signature';
import ipaddr from 'ipaddr.js';
import type { SupergraphFiles } from './supergraph-files.ts';

export interface Supergraph {
  sdl: string;
  /** Null: it came without a manifest. */
  serial: number | null;
  /** By its name in the supergraph. */
  urls: ReadonlyMap<string, string>;
}

/** The one in use stays. */
export class SupergraphRefused extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'SupergraphRefused';
  }
}

export interface VerifyOptions {
  /** Undefined: unsigned supergraphs are accepted, and manifests not looked at. */
  publicKeys: readonly KeyObject[] | undefined;
  serialMin: number;
  /** By subgraph, from the environment; they override a manifest's. */
  knownUrls: ReadonlyMap<string, string>;
}

/** @throws SupergraphRefused for a file that is unsigned, signed with an unknown key, older, no supergraph, or without an address */
export function verifySupergraph(files: SupergraphFiles, options: VerifyOptions): Supergraph {
  const manifest = options.publicKeys === undefined ? undefined : verifyManifest(files, options.publicKeys);
  if (manifest !== undefined && manifest.serial < options.serialMin) {
    throw new SupergraphRefused(`its serial ${manifest.serial} is below ${options.serialMin}: an older one again`);
  }
  checkEvents(files.sdl);
  const signed = new Map(manifest?.subgraphs.map((subgraph) => [subgraph.name, subgraph.routingUrl]));
  const urls = namesIn(files.sdl).map((name): [string, string] => {
    const url = options.knownUrls.get(name) ?? signed.get(name);
    if (url === undefined) throw new SupergraphRefused(`it has a subgraph without an address: ${name}`);
    return [name, checkHost(url, name)];
  });
  return { sdl: files.sdl, serial: manifest?.serial ?? null, urls: new Map(urls) };
}

/** @throws SupergraphRefused for a file that is unsigned, signed with an unknown key, or of another supergraph */
export function verifyManifest(
  { sdl, manifest, signature }: SupergraphFiles,
  keys: readonly KeyObject[],
): SupergraphManifest {
  if (manifest === undefined || signature === undefined) throw new SupergraphRefused('it is not signed');
  // Before anything of it is read.
  if (!isSignedBy(manifest, signature, keys)) throw new SupergraphRefused('its signature is not of a key we trust');
  const parsed = supergraphManifest.safeParse(parseJson(manifest));
  if (!parsed.success) throw new SupergraphRefused('its manifest is malformed', parsed.error);
  if (sha256(sdl) !== parsed.data.supergraphSha256) throw new SupergraphRefused('it is not the one that was signed');
  return parsed.data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function namesIn(sdl: string): string[] {
  try {
    const names = subgraphNames(sdl);
    if (names.length > 0) return names;
  } catch (error) {
    throw new SupergraphRefused('it does not parse', error);
  }
  throw new SupergraphRefused('it names no subgraph');
}

/** Without the declarations the gateway finds neither events nor momentary types. */
function checkEvents(sdl: string): void {
  if (/^type Subscription\b/m.test(sdl) && !sdl.includes(EVENT_SPEC))
    throw new SupergraphRefused('it does not declare its subscriptions by @event: see docs/internal-contracts.md');
}

/** Link-local addresses are where clouds hand out credentials. */
function checkHost(url: string, name: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host) && ipaddr.process(host).range() === 'linkLocal') {
    throw new SupergraphRefused(`the address of its subgraph ${name} is link-local`);
  }
  return url;
}
