import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { findIdIfGiven } from '@ledgergraph/chain-kit/graph/name-arguments';
import { listRegistrations } from '#/db/list-registrations.ts';
import type { Context } from './loaders.ts';
import type { RegistrationNode } from './Registration.ts';

export interface RegistrationsArguments extends RangeArguments {
  chainId?: string | null;
  parentId?: string | null;
  referrer?: string | null;
  limit?: number | null;
  cursor?: string | null;
}

export interface RegistrationConnection {
  registrations: RegistrationNode[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** One page of Query.registrations, newest first. */
export async function listRegistrationPage(
  args: RegistrationsArguments,
  context: Context,
): Promise<RegistrationConnection> {
  const walk = await context.walk(
    'registrations',
    { ...args },
    { chainId: args.chainId, range: readWantedRange(args) },
  );
  const { view, limit, range } = walk;
  const filter = await readFilter(args, view, context);
  const after = walk.after as [number, number] | null;
  const db = await context.reads(view.chainId);
  const read = await listRegistrations(db, { chainId: view.chainId, ...filter, ...range, after, limit: limit + 1 });
  const { rows, hasMore, nextCursor } = walk.page(read, (row) => [row.height, row.txIndex]);
  return { registrations: rows.map((row) => ({ ...row, view })), hasMore, nextCursor };
}

async function readFilter({ parentId, referrer }: RegistrationsArguments, view: ChainView, context: Context) {
  const { chainId, height } = view;
  const all = { chainId, parentId: null, referrer: null, from: 0, to: height, after: null, limit: 1 };
  const read = (argument: 'parentId' | 'referrer', text: string | null | undefined) =>
    findIdIfGiven(argument, text, view, {
      kind: 'identity',
      isPartial: true,
      find: async (id) => (await listRegistrations(await context.reads(chainId), { ...all, [argument]: id }))[0],
    });
  return { parentId: await read('parentId', parentId), referrer: await read('referrer', referrer) };
}
