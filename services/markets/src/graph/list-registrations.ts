import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { listRegistrations } from '#/db/list-registrations.ts';
import { findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';
import type { Connection, ListArguments } from './nodes.ts';
import type { RegistrationNode } from './Registration.ts';

export interface RegistrationsArguments extends ListArguments, RangeArguments {
  parent?: string | null;
  referrer?: string | null;
}

/** One page of Query.registrations. */
export async function listRegistrationPage(
  args: RegistrationsArguments,
  context: Context,
): Promise<Connection<'registrations', RegistrationNode>> {
  const order = args.order ?? 'DESC';
  const walk = await context.walk(
    'registrations',
    { ...args, order },
    { chainId: args.chainId, asOf: args.asOf, range: readWantedRange(args) },
  );
  const { view, limit, range } = walk;
  const { parent, referrer } = args;
  const ids = await findIds(context, view, { parent, referrer });
  const after = walk.after as [number, number] | null;
  const db = await context.reads(view.chainId);
  const read = await listRegistrations(db, {
    chainId: view.chainId,
    parentId: ids.parent,
    referrer: ids.referrer,
    ...range,
    order,
    after,
    limit: limit + 1,
  });
  const { rows, ...rest } = walk.page(read, (row) => [row.height, row.txIndex]);
  return { ...rest, registrations: rows.map((row) => ({ ...row, view })) };
}
