import { isIdentityAddress } from '@ledgergraph/verus-protocol/address';
import { identityAddressOf, NameError, nameLabels } from '@ledgergraph/verus-protocol/name';
import { z } from 'zod';

/** Names of one word may be used by both. */
const ROOTS = ['VRSC', 'VRSCTEST'];

export type DollarCurrencies = ReadonlyMap<string, string>;

export const dollarCurrencies = z
  .string()
  .describe(
    'Currency that stands for the dollar in feeds: `<chain>=<currency>`, comma separated, each by its name or i-address.',
  )
  .default('')
  .transform((text, context): DollarCurrencies => {
    const entries = text.split(',').map((part) => part.trim());
    try {
      return new Map(entries.filter((entry) => entry !== '').flatMap(readEntry));
    } catch (error) {
      if (!(error instanceof NameError)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  });

/** Nothing is looked up. @throws NameError */
function readEntry(entry: string): (readonly [chainId: string, currencyId: string])[] {
  const [chain = '', currency = '', ...more] = entry.split('=').map((part) => part.trim());
  if (chain === '' || currency === '' || more.length > 0) throw new NameError(`"${entry}" is no <chain>=<currency>`);
  const isId = isIdentityAddress(chain);
  const roots = isId ? ROOTS.filter((root) => identityAddressOf([root]) === chain) : ROOTS;
  if (isIdentityAddress(currency)) {
    return isId ? [[chain, currency]] : roots.map((root) => [idOf(chain, root), currency] as const);
  }
  if (roots.length === 0) throw new NameError(`"${entry}" has a chain by its i-address, so the currency needs its own`);
  return roots.map((root) => [isId ? chain : idOf(chain, root), idOf(currency, root)] as const);
}

function idOf(name: string, root: string): string {
  return identityAddressOf(nameLabels(name, root));
}
