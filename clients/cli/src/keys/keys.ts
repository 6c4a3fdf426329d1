import type { CreatedKey, Key, KeyChange, KeyPage, NewKey, Rotation } from '@ledgergraph/dashboard-api/contract';
import {
  CommandError,
  type Output,
  print,
  remark,
  showList,
  showOne,
  toMinutes,
} from '@ledgergraph/dashboard-api/output';
import { readPages } from '@ledgergraph/dashboard-api/request';
import type { Context } from '#/context.ts';

export type TeamOptions = Output & { team?: string };
export type CreateOptions = TeamOptions & {
  live?: true;
  test?: true;
  name?: string;
  expires?: string;
  allow?: string[];
  origin?: string[];
  maySend?: true;
  managesTeam?: true;
};
type ChangeOptions = TeamOptions & {
  name?: string;
  expires?: string;
  allow?: string[];
  allowAny?: true;
  origin?: string[];
  anyOrigin?: true;
};

/** `keys list` */
export async function listKeys({ ask, teamPath }: Context, options: TeamOptions): Promise<void> {
  const keys = await listAll(ask, `${await teamPath(options.team)}/keys`);
  const table = {
    headings: ['ID', 'KEY', 'NAME', 'STATE', 'MAY SEND', 'MANAGES', 'EXPIRES', 'LAST USED'],
    cells: (key: Key) => [
      key.id,
      key.masked,
      key.name,
      key.state,
      key.maySend ? 'yes' : 'no',
      key.managesTeam ? 'yes' : 'no',
      toMinutes(key.expiresAt),
      toMinutes(key.lastUsedAt),
    ],
    empty: 'No keys yet. Make one: ledgergraph keys create --test',
  };
  showList(keys, table, options.json);
}

/** `keys create` */
export async function createKey({ ask, teamPath }: Context, options: CreateOptions): Promise<void> {
  const environment = options.live ? 'live' : 'test';
  const body: NewKey = {
    environment,
    name: options.name ?? `${environment} key`,
    expiresAt: options.expires ?? null,
    allowedNetworks: options.allow ?? [],
    allowedOrigins: options.origin ?? [],
    maySend: options.maySend === true,
    managesTeam: options.managesTeam === true,
  };
  showNew(await ask<CreatedKey>(`${await teamPath(options.team)}/keys`, { method: 'POST', body }), options);
}

/** `keys change` */
export async function changeKey(context: Context, key: string, options: ChangeOptions): Promise<void> {
  const { name, expires } = options;
  const allowedNetworks = options.allowAny ? [] : options.allow;
  const allowedOrigins = options.anyOrigin ? [] : options.origin;
  const body: KeyChange = {
    ...(name !== undefined && { name }),
    ...(expires !== undefined && { expiresAt: expires === 'never' ? null : expires }),
    ...(allowedNetworks !== undefined && { allowedNetworks }),
    ...(allowedOrigins !== undefined && { allowedOrigins }),
  };
  if (Object.keys(body).length === 0)
    throw new CommandError('Name what to change: see ledgergraph keys change --help.');
  const { masked, path } = await findKey(context, key, options);
  const changed = await context.ask<Key>(path, { method: 'PATCH', body });
  showOne(changed, [`Changed ${masked}.`], options.json);
}

/** `keys rotate` */
export async function rotateKey(
  context: Context,
  key: string,
  options: TeamOptions & { grace: number },
): Promise<void> {
  const body: Rotation = { graceSeconds: options.grace };
  const { path } = await findKey(context, key, options);
  showNew(await context.ask<CreatedKey>(`${path}/rotate`, { method: 'POST', body }), options);
}

/** `keys revoke`, `keys allow-sending`, `keys forbid-sending` */
export async function actOnKey(
  context: Context,
  key: string,
  action: 'revoke' | 'allow-sending' | 'forbid-sending',
  options: TeamOptions,
): Promise<void> {
  const { path, masked } = await findKey(context, key, options);
  const changed = await context.ask<Key>(`${path}/${action}`, { method: 'POST', body: {} });
  const now =
    action === 'revoke' ? 'is revoked' : changed.maySend ? 'may send transactions' : 'may not send transactions';
  showOne(changed, [`${masked} ${now}.`], options.json);
}

/** The complete key, alone on stdout. */
function showNew(created: CreatedKey, { json }: Output): void {
  if (!json) remark(`The key “${created.key.name}”, which is not shown again:`);
  print(json ? JSON.stringify(created, null, 2) : created.value);
}

async function listAll(ask: Context['ask'], path: string): Promise<Key[]> {
  return (await readPages<KeyPage>(ask, path)).flatMap(({ keys }) => keys);
}

/** A key by its id or its last four characters; of several, the only working one. @throws CommandError */
async function findKey({ ask, teamPath }: Context, wanted: string, { team }: TeamOptions) {
  const path = `${await teamPath(team)}/keys`;
  const keys = await listAll(ask, path);
  const named = keys.filter(({ id, masked }) => id === wanted || (wanted.length === 4 && masked.endsWith(wanted)));
  const working = named.filter(({ state }) => state === 'active');
  const [found, ...others] = named.length > 1 && working.length === 1 ? working : named;
  if (found === undefined) throw new CommandError(`The team has no key ${wanted}.`);
  if (others.length > 0)
    throw new CommandError(`Several keys end so. Give an id: ${named.map(({ id }) => id).join(', ')}`);
  return { path: `${path}/${found.id}`, masked: found.masked };
}
