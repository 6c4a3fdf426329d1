import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { findIdIfGiven } from '@ledgergraph/chain-kit/graph/name-arguments';
import { listRegistrations } from '#/db/list-registrations.ts';
import type { Context } from './loaders.ts';
import type { Connection, ListArguments } from './nodes.ts';
import type { RegistrationNode } from './Registration.ts';

export interface RegistrationsArguments extends ListArguments, RangeArguments {
  parentId?: string | null;
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
  const filter = await readFilter(args, view, context);
  const after = walk.after as [number, number] | null;
  const db = await context.reads(view.chainId);
  const read = await listRegistrations(db, {
    chainId: view.chainId,
    ...filter,
    ...range,
    order,
    after,
    limit: limit + 1,
  });
  const { rows, ...rest } = walk.page(read, (row) => [row.height, row.txIndex]);
  return { ...rest, registrations: rows.map((row) => ({ ...row, view })) };
}

async function readFilter({ parentId, referrer }: RegistrationsArguments, view: ChainView, context: Context) {
  const { chainId, height } = view;
  const all = {
    chainId,
    parentId: null,
    referrer: null,
    order: 'DESC' as const,
    from: 0,
    to: height,
    after: null,
    limit: 1,
  };
  const read = (argument: 'parentId' | 'referrer', text: string | null | undefined) =>
    findIdIfGiven(argument, text, view, {
      kind: 'identity',
      isPartial: true,
      find: async (id) => (await listRegistrations(await context.reads(chainId), { ...all, [argument]: id }))[0],
    });
  return { parentId: await read('parentId', parentId), referrer: await read('referrer', referrer) };
}
