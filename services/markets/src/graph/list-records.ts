import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { scopeOf } from '#/db/list-scopes.ts';
import { findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';
import type { Connection, ExportNode, ImportNode, ListArguments, PageArguments, Reference } from './nodes.ts';
import { pageOf, positionOf } from './walk-list.ts';

interface RecordsArguments extends ListArguments, RangeArguments {
  currency?: string | null;
}

export interface ExportsArguments extends RecordsArguments {
  destinationSystem?: string | null;
}

export interface ImportsArguments extends RecordsArguments {
  sourceSystem?: string | null;
}

export async function listExportsOfChain(
  _: unknown,
  args: ExportsArguments,
  context: Context,
): Promise<Connection<'exports', ExportNode>> {
  const { walk, request } = await openList(context, 'exports', 'destinationSystem', args);
  const { rows, ...rest } = walk.page(await context.loaders.exportPages.load(request), positionOf);
  return { ...rest, exports: rows.map((row) => ({ ...row, view: walk.view })) };
}

export async function listImportsOfChain(
  _: unknown,
  args: ImportsArguments,
  context: Context,
): Promise<Connection<'imports', ImportNode>> {
  const { walk, request } = await openList(context, 'imports', 'sourceSystem', args);
  const { rows, ...rest } = walk.page(await context.loaders.importPages.load(request), positionOf);
  return { ...rest, imports: rows.map((row) => ({ ...row, view: walk.view })) };
}

async function openList(
  context: Context,
  list: 'exports' | 'imports',
  system: 'destinationSystem' | 'sourceSystem',
  args: ExportsArguments & ImportsArguments,
) {
  const order = args.order ?? 'DESC';
  const scope = { chainId: args.chainId, asOf: args.asOf, range: readWantedRange(args) };
  const walk = await context.walk(list, { ...args, order }, scope);
  const { chainId, height } = walk.view;
  const ids = await findIds(context, walk.view, { [system]: args[system], currency: args.currency });
  const scopes = [String(scopeOf(list, { system: ids[system], currency: ids.currency }))];
  return { walk, request: { key: { chainId, height, scopes }, page: pageOf(walk, order) } };
}

type BlockReference = Reference & { hash: string };

export async function listExportsOfBlock(
  block: BlockReference,
  args: PageArguments,
  context: Context,
): Promise<Connection<'exports', ExportNode>> {
  const { walk, request } = await openBlock(context, 'Block.exports', block, args);
  const { rows, ...rest } = walk.page(await context.loaders.blockExports.load(request), placeOf);
  return { ...rest, exports: rows.map((row) => ({ ...row, view: walk.view })) };
}

export async function listImportsOfBlock(
  block: BlockReference,
  args: PageArguments,
  context: Context,
): Promise<Connection<'imports', ImportNode>> {
  const { walk, request } = await openBlock(context, 'Block.imports', block, args);
  const { rows, ...rest } = walk.page(await context.loaders.blockImports.load(request), placeOf);
  return { ...rest, imports: rows.map((row) => ({ ...row, view: walk.view })) };
}

async function openBlock(
  context: Context,
  field: string,
  { chainId, hash, at = null }: BlockReference,
  args: PageArguments,
) {
  // A request that reads anything before its view is kept to the primary.
  await context.view(chainId, { at });
  // Nothing above the block decides about its records.
  const toHeight = await context.loaders.blockHeights.load({ chainId, hash });
  const walk = await context.walk(field, { ...args }, { chainId, at, keys: { hash }, toHeight });
  const [txIndex = -1, vout = -1] = (walk.after ?? []).map(Number);
  const key = { chainId, hash, height: walk.view.height };
  return { walk, request: { key, page: { after: { txIndex, vout }, limit: walk.limit + 1 } } };
}

function placeOf({ txIndex, vout }: { txIndex: number; vout: number }): number[] {
  return [txIndex, vout];
}
