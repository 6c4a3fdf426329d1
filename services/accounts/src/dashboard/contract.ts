import { parseOrigin } from '@ledgergraph/proto-schemas/origin/parse-origin';
import { z } from 'zod';

/**
 * Contract of the dashboard's page and its server, under `/dashboard/api`. JSON; instants are RFC 3339 texts, counts
 * are numbers (a plan's month stays far below 2^53). Errors: `{ error: { code, message, fields? } }` with one of
 * `ERROR_CODES`. The auth library serves signing up, in and out, passwords, passkeys, teams and their members, under
 * `/dashboard/auth`.
 * | route | answer |
 * |---|---|
 * | GET `/mails` | `Mails`, for anyone: the pages before the sign-in need it |
 * | GET `/me` | `Me` |
 * | GET `/teams/:team/keys?limit=&cursor=` | `KeyPage`, newest first |
 * | POST `/teams/:team/keys` | `NewKey` → 201 `CreatedKey` |
 * | PATCH `/teams/:team/keys/:key` | `KeyChange` → `Key` |
 * | POST `/teams/:team/keys/:key/rotate` | `Rotation` → 201 `CreatedKey` |
 * | POST `/teams/:team/keys/:key/revoke` | `Key` |
 * | POST `/teams/:team/keys/:key/allow-sending` | `Key`, owners and admins only |
 * | POST `/teams/:team/keys/:key/forbid-sending` | `Key` |
 * | POST `/teams/:team/session-key` | `SessionKeyWish` → `SessionKey`, the same one until it ends, or until another session of the person asks |
 * | GET `/teams/:team/members?limit=&cursor=` | `MemberPage`, who came last first |
 * | GET `/teams/:team/invitations?limit=&cursor=` | `InvitationPage`, those that are open, newest first, owners and admins only |
 * | GET `/teams/:team/usage?from=YYYY-MM-DD&to=YYYY-MM-DD&limit=&cursor=` | `Usage`, oldest day first; pages have 1,000 rows, 5,000 at most |
 * | GET `/teams/:team/quota` | `Quota` |
 * | GET `/teams/:team/audit?limit=&cursor=` | `AuditPage`, newest first, owners and admins only |
 *
 * All other pages have 50 rows where no `limit` is given, 100 at most. A team makes 250 keys in 24 hours at most: 429.
 * Keys of sessions do not count, and are in no list.
 *
 * Three lists have no pages, because they end by themselves: a team has 100 webhooks, a person 20 passkeys and 50 sessions at most.
 *
 * `/me`, keys and webhooks also take `Authorization: Bearer` with a key that manages its team, in the place of a session: as
 * the person who made it, in that team alone. It gives no key the right to send or to manage.
 *
 * Operators have further routes: `operator-contract.ts`.
 *
 * Webhooks have a contract of their own: `proto-schemas/src/webhooks/webhook-contract.ts`.
 */
export { API_PATH, AUTH_PATH } from '#/page-path.ts';

/** Their HTTP statuses, in this order: 400, 401, 403, 404, 409, 413, 429, 500, 503. */
export const ERROR_CODES = [
  'INVALID_INPUT',
  'SIGNED_OUT',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];
export type ErrorBody = { error: { code: ErrorCode; message: string; fields?: Record<string, string> } };

export const keyName = z.string().trim().min(1, 'Give the key a name').max(64, 'At most 64 characters');
export const keyNetworks = z
  .array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], 'An IP address, or a network such as 203.0.113.0/24'))
  .max(32, 'At most 32 networks');
export const keyOrigins = z
  .array(z.string().refine((text) => parseOrigin(text) !== undefined, 'An origin, such as https://app.example.com'))
  .max(32, 'At most 32 origins');
export const keyExpiry = z.iso.datetime({ offset: true }).nullable();

export const newKeySchema = z.strictObject({
  environment: z.enum(['live', 'test']),
  name: keyName,
  expiresAt: keyExpiry.default(null),
  allowedNetworks: keyNetworks.default([]),
  allowedOrigins: keyOrigins.default([]),
  maySend: z.boolean().default(false),
  managesTeam: z.boolean().default(false),
});
export type NewKey = z.input<typeof newKeySchema>;

export const keyChangeSchema = z
  .strictObject({ name: keyName, allowedNetworks: keyNetworks, allowedOrigins: keyOrigins, expiresAt: keyExpiry })
  .partial();
export type KeyChange = z.input<typeof keyChangeSchema>;

export const sessionKeySchema = z.strictObject({ environment: z.enum(['live', 'test']) });
export type SessionKeyWish = z.input<typeof sessionKeySchema>;

/** Time in seconds for which both keys work. */
export const rotationSchema = z.strictObject({ graceSeconds: z.int().min(0).max(2_592_000).default(86_400) });
export type Rotation = z.input<typeof rotationSchema>;

export type Role = 'owner' | 'admin' | 'member';

/** If `areSent` is false, mails go to the log of accounts' api. */
export type Mails = { areSent: boolean };

export type Member = { id: string; userId: string; name: string; email: string; role: Role; since: string };
export type OpenInvitation = { id: string; email: string; role: Role; expiresAt: string };

export type Me = {
  user: { id: string; name: string; email: string };
  teams: { id: string; name: string; slug: string; role: Role; plan: string }[];
  keyBrand: string;
};

export type Key = {
  id: string;
  environment: 'live' | 'test';
  name: string;
  masked: string;
  state: 'active' | 'expired' | 'revoked';
  createdAt: string;
  /** Null: an operator, or a user who was deleted. */
  createdBy: string | null;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  allowedNetworks: string[];
  allowedOrigins: string[];
  maySend: boolean;
  managesTeam: boolean;
  replacedById: string | null;
  mayManage: boolean;
};

export type PageEnd = { hasMore: boolean; nextCursor: string | null };

export type MemberPage = { members: Member[] } & PageEnd;
export type InvitationPage = { invitations: OpenInvitation[] } & PageEnd;
export type KeyPage = { keys: Key[] } & PageEnd;

/** Together with `SessionKey` the only answers that hold a key's full value. */
export type CreatedKey = { value: string; key: Key };

/** The explorer reads with it; it ends with the session, or earlier. */
export type SessionKey = { value: string; expiresAt: string };

export type CallStatus = 'answered' | 'rejected' | 'rate_limited' | 'quota_exceeded' | 'failed';

export type Usage = {
  from: string;
  to: string;
  calls: { day: string; keyId: string; status: CallStatus; calls: number }[];
  keys: { id: string; name: string; masked: string; environment: 'live' | 'test' }[];
} & PageEnd;

export type Quota = {
  plan: {
    id: string;
    callsPerMonth: number | null;
    callsPerSecond: number | null;
    streamsPerKey: number | null;
    sendsPerMinute: number | null;
    webhookEndpoints: number | null;
    webhookDeliveriesPerSecond: number | null;
  };
  used: number;
  left: number | null;
  startsAt: string;
  resetsAt: string;
};

export type AuditPage = {
  entries: {
    id: string;
    at: string;
    /** `key` is the name and masked value of the key that acted in the user's place; null: they were signed in, or an operator. */
    actor: { kind: 'user' | 'operator'; name: string; key: string | null };
    action: string;
    subjectId: string | null;
    details: Record<string, unknown>;
    ipAddress: string | null;
  }[];
} & PageEnd;
