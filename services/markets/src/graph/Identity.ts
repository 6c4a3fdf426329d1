import { currencyAmount } from './keys.ts';
import { listOfferPage } from './list-offers.ts';
import type { Context } from './loaders.ts';
import type { PageArguments, Reference } from './nodes.ts';
import type { RegistrationNode } from './Registration.ts';

type IdentityReference = Reference & { identityAddress: string };

export const Identity = {
  async offers({ chainId, identityAddress, at }: IdentityReference, args: PageArguments, context: Context) {
    const walk = await context.walk('Identity.offers', { ...args }, { chainId, at, keys: { identityAddress } });
    return listOfferPage(context, walk, { identity: identityAddress });
  },

  async registration(identity: IdentityReference, _: unknown, context: Context): Promise<RegistrationNode | null> {
    const { view, key } = await atHeight(identity, context);
    const found = await context.loaders.registration.load(key);
    return found && { ...found, view };
  },

  async referralIncome(identity: IdentityReference, _: unknown, context: Context): Promise<bigint> {
    const { key } = await atHeight(identity, context);
    const incomes = await context.loaders.referralIncomes.load(key);
    return incomes.find(({ currencyId }) => currencyId === key.chainId)?.satoshis ?? 0n;
  },

  async referralIncomes(identity: IdentityReference, _: unknown, context: Context) {
    const { view, key } = await atHeight(identity, context);
    return (await context.loaders.referralIncomes.load(key)).map((income) => currencyAmount(view, income));
  },
};

async function atHeight({ chainId, identityAddress, at }: IdentityReference, context: Context) {
  const view = await context.view(chainId, { at });
  return { view, key: { chainId: view.chainId, identityAddress, height: view.height } };
}
