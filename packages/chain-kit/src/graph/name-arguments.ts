import { ambiguousName, notFound, validationError } from '@ledgergraph/graph-kit/errors';
import { foldName, NameError } from '@ledgergraph/verus-protocol/name';
import { addressOrCandidates, idCandidates, isId, shown } from '@ledgergraph/verus-protocol/named-id';
import type { ChainView } from './chain-view.ts';
import { didYouMean } from './near-spellings.ts';

/** An argument that names something, and its text. */
export interface Named {
  argument: string;
  text: string;
  /** Names the text among those of a list, in messages: `addresses[3]`. */
  place?: string;
}

/** The things of one kind at a view, by which a service finds what a name stands for. */
export interface NamedThings<Thing> {
  /** In messages: `currency`, `identity or currency`. */
  kind: string;
  /** Returns what stands under an i-address; null or undefined: nothing. */
  find: (id: string) => Promise<Thing | null | undefined>;
  /** Writes a thing as a candidate of AMBIGUOUS_NAME; absent: its i-address. */
  nameOf?(thing: Thing): string;
  /** Finds the names that one which stands for nothing may have been meant as. */
  suggest?: (text: string) => Promise<string[]>;
  /**
   * True for a service that has rows of some things alone: it cannot distinguish a name of nothing from one without rows, so such a name finds an
   * empty list.
   */
  isPartial?: boolean;
}

type Place = Pick<ChainView, 'network'>;

/**
 * The thing that an argument stands for, by the one rule of names (`idCandidates`).
 * @throws VALIDATION_ERROR naming the argument; NOT_FOUND; AMBIGUOUS_NAME
 */
export async function findNamed<Thing>(named: Named, view: Place, things: NamedThings<Thing>): Promise<Thing> {
  const ids = readNamed(named, (text) => idCandidates(text, view.network));
  const [found] = await findAmong(ids, named.text, things);
  if (found === undefined) throw await namesNothing(named, view, things);
  return found.thing;
}

/**
 * The i-address that an argument stands for. An i-address need not be known; a name must be, since one that is not is more likely a typing
 * error than a filter that finds nothing.
 * @throws as findNamed
 */
export async function findId(named: Named, view: Place, things: NamedThings<unknown>): Promise<string> {
  return chooseId(
    named,
    view,
    things,
    readNamed(named, (text) => idCandidates(text, view.network)),
  );
}

/** As findId where an argument is given, else null. */
export async function findIdIfGiven(
  argument: string,
  text: string | null | undefined,
  view: Place,
  things: NamedThings<unknown>,
): Promise<string | null> {
  return text == null ? null : findId({ argument, text }, view, things);
}

/** As findId for an argument that takes R… and b… addresses too (`addressOrCandidates`): a name ends in @ there. @throws as findNamed */
export async function findAddress(named: Named, view: Place, things: NamedThings<unknown>): Promise<string> {
  const read = readNamed(named, (text) => addressOrCandidates(text, view.network));
  return typeof read === 'string' ? read : chooseId(named, view, things, read);
}

/** Folds the beginning of a name as names are stored: without the @ of a whole name, and without the root's label. */
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

/** Finds the one thing among the candidates of a name; empty where there is none. @throws AMBIGUOUS_NAME */
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
