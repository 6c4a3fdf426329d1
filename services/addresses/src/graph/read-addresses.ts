import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { validationError } from '@ledgergraph/graph-kit/errors';
import { LRUCache } from 'lru-cache';
import type { AddressesArguments } from './list-arguments.ts';
import type { AddressContext } from './loaders.ts';
import { readAddress } from './read-address.ts';

const ARGUMENT = 'addresses';

/** Enough for a few dozen wallets of the greatest size. */
const CHECKED_MAX = 20_000;
/** Each page of a walk repeats the addresses, and checking a thousand of them blocks other requests for 3 ms. */
const checked = new LRUCache<string, true>({ max: CHECKED_MAX });

const ADDRESSES_MAX = 1000;

/** @throws VALIDATION_ERROR where there are too few or too many */
export function readAddressCount(texts: readonly string[], min: number): readonly string[] {
  if (texts.length < min) throw validationError(ARGUMENT, `${ARGUMENT} must hold at least ${min} address`);
  if (texts.length > ADDRESSES_MAX) {
    throw validationError(
      ARGUMENT,
      `${ARGUMENT} must hold at most ${ADDRESSES_MAX} addresses, and holds ${texts.length}`,
    );
  }
  return texts;
}

/** All are there before any is answered, so the objects of a list read in one query although only names are looked up. */
export async function readEachAddress(
  context: AddressContext,
  view: ChainView,
  texts: readonly string[],
): Promise<(string | Error)[]> {
  const read = await Promise.allSettled(
    texts.map((text, index) =>
      checked.get(text) === true
        ? text
        : readAddress(context, view, text, { argument: ARGUMENT, place: `${ARGUMENT}[${index}]` }),
    ),
  );
  return read.map((one, index) => {
    if (one.status === 'rejected') return toError(one.reason);
    // A name may one day stand for another address: only an address itself is kept.
    if (one.value === texts[index]) checked.set(one.value, true);
    return one.value;
  });
}

/** @throws VALIDATION_ERROR with the index of the first text that is not an address; NOT_FOUND; AMBIGUOUS_NAME */
export async function readWallet(
  context: AddressContext,
  view: ChainView,
  { addresses }: AddressesArguments,
): Promise<string[]> {
  const read = await readEachAddress(context, view, readAddressCount(addresses, 1));
  const wallet = new Set<string>();
  for (const address of read) {
    if (typeof address !== 'string') throw address;
    wallet.add(address);
  }
  return [...wallet];
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
