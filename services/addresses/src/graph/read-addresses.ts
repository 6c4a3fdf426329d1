import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { validationError } from '@ledgergraph/graph-kit/errors';
import { LRUCache } from 'lru-cache';
import type { AddressesArguments } from './list-arguments.ts';
import type { AddressContext } from './loaders.ts';
import { readAddress } from './read-address.ts';

const ARGUMENT = 'addresses';

/** Those of a few dozen wallets of the greatest size. */
const CHECKED_MAX = 20_000;
/**
 * Texts that are addresses, on whatever chain. Each page of a walk brings the same ones, and two hashes check a text: for a thousand of
 * them every other request waits 3 ms.
 */
const checked = new LRUCache<string, true>({ max: CHECKED_MAX });

/** Addresses of one argument, and of one wallet. */
const ADDRESSES_MAX = 1000;

/** The texts of the argument `addresses`. @throws VALIDATION_ERROR naming it, where there are too few or too many */
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

/**
 * Resolves each text as `readAddress` does, or to its error. All are there before any is answered: what the objects of a
 * list read then is one query, although names are looked up and addresses are not.
 */
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
    // A name may stand for another address one day: only a text that is the address itself is kept.
    if (one.value === texts[index]) checked.set(one.value, true);
    return one.value;
  });
}

/**
 * The addresses of a wallet, each once, in the order in which they are asked for.
 * @throws VALIDATION_ERROR naming `addresses`, with the index of the first text that is not an address; NOT_FOUND; AMBIGUOUS_NAME
 */
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
