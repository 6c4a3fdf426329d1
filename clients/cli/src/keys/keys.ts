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
import type { TeamContext } from '#/context.ts';

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

export async function listKeys({ ask, teamPath }: TeamContext, options: TeamOptions): Promise<void> {
  const pages = await readPages<KeyPage>(ask, `${await teamPath(options.team)}/keys`);
  const keys = pages.flatMap((page) => page.keys);
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

export async function createKey({ ask, teamPath }: TeamContext, options: CreateOptions): Promise<void> {
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

export async function changeKey(context: TeamContext, key: string, options: ChangeOptions): Promise<void> {
  const { name, expires } = options;
  const allowedNetworks = options.allowAny ? [] : options.allow;
  const allowedOrigins = options.anyOrigin ? [] : options.origin;
  const body: KeyChange = {
    ...(name !== undefined && { name }),
    ...(expires !== undefined && { expiresAt: expires === 'never' ? null : expires }),
    ...(allowedNetworks !== undefined && { allowedNetworks }),
    ...(allowedOrigins !== undefined && { allowedOrigins }),
  };
  if (Object.keys(body).length === 0) throw new CommandError('Name what to change: see keys change --help.');
  const { masked, path } = await context.findKey(key, options.team);
  const changed = await context.ask<Key>(path, { method: 'PATCH', body });
  showOne(changed, [`Changed ${masked}.`], options.json);
}

export async function rotateKey(
  context: TeamContext,
  key: string,
  options: TeamOptions & { grace: number },
): Promise<void> {
  const body: Rotation = { graceSeconds: options.grace };
  const { path } = await context.findKey(key, options.team);
  showNew(await context.ask<CreatedKey>(`${path}/rotate`, { method: 'POST', body }), options);
}

export async function actOnKey(
  context: TeamContext,
  key: string,
  action: 'revoke' | 'allow-sending' | 'forbid-sending',
  options: TeamOptions,
): Promise<void> {
  const { path, masked } = await context.findKey(key, options.team);
  const changed = await context.ask<Key>(`${path}/${action}`, { method: 'POST', body: {} });
  const now =
    action === 'revoke' ? 'is revoked' : changed.maySend ? 'may send transactions' : 'may not send transactions';
  showOne(changed, [`${masked} ${now}.`], options.json);
}

/** Prints the complete key alone on stdout. */
export function showNew(created: CreatedKey, { json }: Output): void {
  if (!json) remark(`The key “${created.key.name}”, which is not shown again:`);
  print(json ? JSON.stringify(created, null, 2) : created.value);
}
