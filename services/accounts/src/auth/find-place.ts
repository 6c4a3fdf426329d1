import { createHash } from 'node:crypto';
import type { Connection } from '#/db/connection.ts';
import { isKnownNetwork } from '#/db/known-networks.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Place } from './limit-guesses.ts';
import { networkOf } from './network-of.ts';

type Deps = { db: Connection; devices: KnownDevices; now: () => Date };

type Caller = {
  cookies: string | null;
  ipAddress: string | null;
  isSignedIn: boolean;
};

const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?ledgergraph\.session_token=([^;]+)/;

/** The session identifies a signed-in person, since a thief has only one; else the device's cookie or the network does. */
export async function findPlace({ db, devices, now }: Deps, email: string, caller: Caller): Promise<Place> {
  const session = caller.isSignedIn ? SESSION_COOKIE.exec(caller.cookies ?? '')?.[1] : undefined;
  if (session !== undefined) {
    return { name: `session ${createHash('sha256').update(session).digest('base64url')}`, isKnown: true };
  }
  const device = devices.idOf(caller.cookies, email, now());
  if (device !== undefined) return { name: `device ${device}`, isKnown: true };
  const network = networkOf(caller.ipAddress);
  return { name: `network ${network}`, isKnown: await isKnownNetwork(db, email, network) };
}
