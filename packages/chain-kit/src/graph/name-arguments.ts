import { ambiguousName, notFound, validationError } from '@ledgergraph/graph-kit/errors';
import { foldName, NameError } from '@ledgergraph/verus-protocol/name';
import { addressOrCandidates, idCandidates, isId, shown } from '@ledgergraph/verus-protocol/named-id';
import type { ChainView } from './chain-view.ts';
import { didYouMean } from './near-spellings.ts';

export interface Named {
  argument: string;
  text: string;
  /** In messages: `addresses[3]`. */
  place?: string;
}

export interface NamedThings<Thing> {
  /** In messages: `currency`, `identity or currency`. */
  kind: string;
  find: (id: string) => Promise<Thing | null | undefined>;
  /** For candidates of AMBIGUOUS_NAME; default: the i-address. */
  nameOf?(thing: Thing): string;
  suggest?: (text: string) => Promise<string[]>;
  /** The service has rows of only some things, so an unknown name finds an empty list. */
  isPartial?: boolean;
}

type Place = Pick<ChainView, 'network'>;

/** By the one rule of names (`idCandidates`). @throws VALIDATION_ERROR naming the argument; NOT_FOUND; AMBIGUOUS_NAME */
export async function findNamed<Thing>(named: Named, view: Place, things: NamedThings<Thing>): Promise<Thing> {
  const ids = readNamed(named, (text) => idCandidates(text, view.network));
  const [found] = await findAmong(ids, named.text, things);
  if (found === undefined) throw await namesNothing(named, view, things);
  return found.thing;
}

/** An i-address need not be known; a name must be, since an unknown one is more likely a typing error. @throws as findNamed */
export async function findId(named: Named, view: Place, things: NamedThings<unknown>): Promise<string> {
  return chooseId(
    named,
    view,
    things,
    readNamed(named, (text) => idCandidates(text, view.network)),
  );
}

export async function findIdIfGiven(
  argument: string,
  text: string | null | undefined,
  view: Place,
  things: NamedThings<unknown>,
): Promise<string | null> {
  return text == null ? null : findId({ argument, text }, view, things);
}

/** Also accepts R… and b… addresses (`addressOrCandidates`): a name ends in @ there. @throws as findNamed */
export async function findAddress(named: Named, view: Place, things: NamedThings<unknown>): Promise<string> {
  const read = readNamed(named, (text) => addressOrCandidates(text, view.network));
  return typeof read === 'string' ? read : chooseId(named, view, things, read);
}

/** As names are stored: without the @ of a whole name and the root's label. */
export function readNameSearch(search: string, rootName: string): string {
  const folded = foldName(search.trim().replace(/@.*$/s, ''));
  const root = `.${foldName(rootName)}`;
  return folded.endsWith(root) ? folded.slice(0, -root.length) : folded;
}

async function chooseId(
  named: Named,
  view: Place,
  things: NamedThings<unknown>,
  candidates: readonly string[],
): Promise<string> {
  const [first] = candidates;
  const isClear = isId(named.text) || (things.isPartial === true && candidates.length === 1);
  if (isClear && first !== undefined) return first;
  const [found] = await findAmong(candidates, named.text, things);
  const id = found?.id ?? (things.isPartial === true ? first : undefined);
  if (id === undefined) throw await namesNothing(named, view, things);
  return id;
}

async function findAmong<Thing>(ids: readonly string[], text: string, { find, nameOf }: NamedThings<Thing>) {
  const read = await Promise.all(ids.map(async (id) => ({ id, thing: await find(id) })));
  const found = read.flatMap(({ id, thing }) => (thing == null ? [] : [{ id, thing }]));
  if (found.length > 1) {
    const names = found.map(({ id, thing }) => nameOf?.(thing) ?? id);
    throw ambiguousName(`${shown(text)} can mean ${names.join(' or ')}`, names);
  }
  return found;
}

async function namesNothing<Thing>(
  { text }: Named,
  { network }: Place,
  { kind, suggest }: NamedThings<Thing>,
): Promise<Error> {
  const names = isId(text) ? [] : await suggest?.(text);
  return notFound(`no ${kind} ${shown(text)} on ${network.name}${didYouMean(names ?? [])}`);
}

function readNamed<Read>({ argument, text, place = argument }: Named, read: (text: string) => Read): Read {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof NameError) throw validationError(argument, `${place}: ${error.message}`);
    throw error;
  }
}
