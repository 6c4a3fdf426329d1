import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { scopeOf } from '#/db/list-scopes.ts';
import { findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';
import type { Connection, ListArguments } from './nodes.ts';
import type { RegistrationNode } from './Registration.ts';
import { pageOf, positionOf } from './walk-list.ts';

export interface RegistrationsArguments extends ListArguments, RangeArguments {
  parent?: string | null;
  referrer?: string | null;
}

export async function listRegistrationPage(
  _: unknown,
  args: RegistrationsArguments,
  context: Context,
): Promise<Connection<'registrations', RegistrationNode>> {
  const order = args.order ?? 'DESC';
  const walk = await context.walk(
    'registrations',
    { ...args, order },
    { chainId: args.chainId, asOf: args.asOf, range: readWantedRange(args) },
  );
  const { chainId, height } = walk.view;
  const { parent, referrer } = args;
  const filters = await findIds(context, walk.view, { parent, referrer });
  const key = { chainId, height, scopes: [String(scopeOf('registrations', filters))] };
  const { rows, ...rest } = walk.page(
    await context.loaders.registrationPages.load({ key, page: pageOf(walk, order) }),
    positionOf,
  );
  return { ...rest, registrations: rows.map((row) => ({ ...row, view: walk.view })) };
}
