import type { CurrencyReference } from './currency-markets.ts';
import type { LaunchNode } from './Launch.ts';
import type { Context } from './loaders.ts';

export const currencyLaunch = {
  async launch(
    { chainId, currencyId, at }: CurrencyReference,
    _: unknown,
    context: Context,
  ): Promise<LaunchNode | null> {
    const view = await context.view(chainId, { at });
    const found = await context.loaders.launch.load({ chainId: view.chainId, currencyId, height: view.height });
    return found && { ...found, view };
  },
};
