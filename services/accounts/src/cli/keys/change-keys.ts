import type { CommandContext } from '#/cli/command-context.ts';
import { type Output, showOne } from '#/cli/output.ts';
import type { OwnedKey } from '#/db/api-keys.ts';
import { changeKey, type KeyChange } from '#/keys/change-key.ts';
import { getKey } from '#/keys/get-key.ts';
import { maskedKey } from '#/keys/masked-key.ts';
import { permitSending } from '#/keys/permit-sending.ts';
import { revokeKey } from '#/keys/revoke-key.ts';
import { rotateKey } from '#/keys/rotate-key.ts';
import { describeKey } from './describe-key.ts';
import { showNewKey } from './show-new-key.ts';

/** `keys revoke`: the key never works again. A second run changes nothing, but notifies the gateways again. */
export async function revokeKeyCommand(context: CommandContext, reference: string, { json }: Output): Promise<void> {
  const found = await getKey(context, context, reference);
  const { key, wasRevokedBefore } = await revokeKey(context, context.operator, found.teamId, found.id);
  const line = wasRevokedBefore
    ? `${nameKey(key)} was revoked before, at ${key.revokedAt?.toISOString()}.`
    : `Revoked ${nameKey(key)}.`;
  showOne(describeKey(key, context.now()), [line], json);
}

/** `keys rotate`: a new key in the place of the old one, and for a while beside it. */
export async function rotateKeyCommand(
  context: CommandContext,
  reference: string,
  { grace: graceSeconds, json }: Output & { grace: number },
): Promise<void> {
  const found = await getKey(context, context, reference);
  const rotated = await rotateKey(context, context.operator, found.teamId, found.id, { graceSeconds });
  const { replaced } = rotated;
  const end = replaced.revokedAt === null ? `works until ${replaced.expiresAt?.toISOString()}` : 'is revoked';
  const remarks = [`It took the place of ${nameKey(replaced)}, which ${end}.`];
  showNewKey(context, rotated, { remarks, also: { replaced: describeKey(replaced, context.now()) }, json });
}

/** `keys change`: another name, expiry or list of networks or origins. */
export async function changeKeyCommand(
  context: CommandContext,
  reference: string,
  change: KeyChange,
  { json }: Output,
): Promise<void> {
  const found = await getKey(context, context, reference);
  const key = await changeKey(context, context.operator, found.teamId, found.id, change);
  const expiry = key.expiresAt === null ? 'does not expire' : `expires at ${key.expiresAt.toISOString()}`;
  const from = key.allowedNetworks.length === 0 ? 'from anywhere' : `only from ${key.allowedNetworks.join(', ')}`;
  const pages = key.allowedOrigins.length === 0 ? '' : `, in browsers only on ${key.allowedOrigins.join(', ')}`;
  showOne(describeKey(key, context.now()), [`Changed ${nameKey(key)}: it ${expiry} and works ${from}${pages}.`], json);
}

/** `keys allow-sending` and `keys forbid-sending`. A second run changes nothing, but notifies the gateways again. */
export async function permitSendingCommand(
  context: CommandContext,
  reference: string,
  maySend: boolean,
  { json }: Output,
): Promise<void> {
  const found = await getKey(context, context, reference);
  const { key, wasSoBefore } = await permitSending(context, context.operator, found.teamId, found.id, maySend);
  const permission = maySend ? 'may send transactions' : 'may not send transactions';
  const line = `${nameKey(key)} ${permission}${wasSoBefore ? ', as before' : ' from now on'}.`;
  showOne(describeKey(key, context.now()), [line], json);
}

function nameKey(key: OwnedKey): string {
  return `${maskedKey(key)} (${key.name}, ${key.team.slug})`;
}
