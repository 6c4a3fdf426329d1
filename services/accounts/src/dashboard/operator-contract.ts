import { z } from 'zod';
import {
  type AuditPage,
  type Key,
  keyExpiry,
  keyName,
  keyNetworks,
  keyOrigins,
  type PageEnd,
  type Role,
} from './contract.ts';

/**
 * Contract of what operators do, under `/dashboard/api/operator`. An operator also has the rights of an owner in every team, by the routes of
 * `contract.ts` that take a key, and those of webhooks. `:team` is a slug or an id. For everybody else there are no such routes.
 * | route | answer |
 * |---|---|
 * | GET `/keys?team=&limit=&cursor=` | `OperatorKeyPage`, newest first |
 * | POST `/keys` | `NewOperatorKey` → 201 `CreatedOperatorKey`, for the team that the user has owned longest; both are made where they are new |
 * | POST `/find-key` | `KeyReference` → `OperatorKey` |
 * | GET `/users?limit=&cursor=` | `UserPage`, oldest first |
 * | POST `/users` | `NewUser` → 201 `CreatedUser` |
 * | POST `/users/sign-out` | `UserReference` → `SignedOutUser` |
 * | POST `/users/delete` | `UserDeletion` → `DeletedUser` |
 * | GET `/teams?limit=&cursor=` | `TeamPage`, oldest first |
 * | GET `/teams/:team` | `ShownTeam` |
 * | POST `/teams` | `NewTeam` → 201 `Team` |
 * | POST `/own-team` | `Team` of `operator@localhost`, made if it is new |
 * | PATCH `/teams/:team` | `TeamChange` → `{ before: Team, team: Team }` |
 * | POST `/teams/:team/delete` | `TeamDeletion` → `Team` |
 * | POST, PATCH `/teams/:team/members` | `MemberWish` → `ChangedMember` |
 * | POST `/teams/:team/members/remove` | `UserReference` → `ChangedMember` |
 * | GET `/plans` | `{ plans: ListedPlan[] }`, smallest first |
 * | POST `/plans` | `Plan` → 201 `Plan` |
 * | PATCH `/plans/:plan` | `PlanChange` → `ChangedPlan` |
 * | DELETE `/plans/:plan` | `Plan` |
 * | GET `/usage?team=&from=&to=&limit=&cursor=` | `UsagePage`, by day, key and status |
 * | GET `/quotas?team=&limit=&cursor=` | `QuotaPage` |
 * | GET `/audit?team=&limit=` | `{ entries: RecordedEntry[] }`, newest first; the team may be gone |
 * | GET `/tokens` | `{ tokens: OperatorToken[] }` |
 * | POST `/tokens` | `NewToken` → 201 `CreatedToken`, the only answer with its value |
 * | DELETE `/tokens/:token` | `OperatorToken` |
 */
const email = z
  .string()
  .max(254)
  // `operator@localhost` is an address here.
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'Wanted: an e-mail address')
  .toLowerCase();
const teamName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^\P{Cc}*$/u, 'No line breaks');
const reference = z.string().min(1).max(200);
const limit = (max: number) => z.int(`Wanted: a whole number from 1 to ${max}`).min(1).max(max).nullable();
const small = limit(100_000);

export const ofTeamSchema = z.object({ team: reference.optional() });

export const newOperatorKeySchema = z.strictObject({
  user: email,
  plan: reference.optional(),
  environment: z.enum(['live', 'test']),
  name: keyName,
  expiresAt: keyExpiry.default(null),
  allowedNetworks: keyNetworks.default([]),
  allowedOrigins: keyOrigins.default([]),
  maySend: z.boolean().default(false),
});
export type NewOperatorKey = z.input<typeof newOperatorKeySchema>;
export const keyReferenceSchema = z.strictObject({ reference });
export type OperatorKey = Key & { team: { id: string; slug: string }; plan: string };
export type OperatorKeyPage = { keys: OperatorKey[] } & PageEnd;
export type CreatedOperatorKey = { value: string; key: OperatorKey };

export const newUserSchema = z.strictObject({ email, name: teamName.optional(), plan: reference.optional() });
export const userReferenceSchema = z.strictObject({ email });
export const userDeletionSchema = z.strictObject({
  email,
  /** Becomes the owner of teams that would be left without one. */
  handOverTo: email.optional(),
  deleteEmptyTeams: z.boolean().default(false),
});
type Named = { id: string; slug: string };
export type User = {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  createdAt: string;
  teams: (Named & { role: string })[];
};
export type UserPage = { users: User[] } & PageEnd;
export type CreatedUser = { id: string; email: string; name: string; team: Named; plan: string };
export type SignedOutUser = { id: string; email: string; sessions: number };
export type DeletedUser = { id: string; email: string; handedOver: Named[]; deletedTeams: Named[] };

export const newTeamSchema = z.strictObject({ name: teamName, owner: email, plan: reference.optional() });
export const teamChangeSchema = z.strictObject({ name: teamName, plan: reference }).partial();
export const teamDeletionSchema = z.strictObject({ withKeys: z.boolean().default(false) });
export const memberSchema = z.strictObject({ email, role: z.enum(['owner', 'admin', 'member']) });
export type Team = Named & { name: string; plan: string; createdAt: string };
export type ListedTeam = Team & { members: number; keys: number };
export type TeamPage = { teams: ListedTeam[] } & PageEnd;
export type ShownTeam = Team & {
  members: { userId: string; email: string; name: string; role: Role; since: string }[];
};
export type ChangedMember = { userId: string; email: string; teamId: string; role: string };

/** Null: not limited. */
const limits = {
  callsPerMonth: limit(1_000_000_000_000_000),
  callsPerSecond: limit(1_000_000),
  streamsPerKey: small,
  sendsPerMinute: small,
  workUnderWay: small,
  webhookEndpoints: small,
  webhookDeliveriesPerSecond: small,
  webhookMegabytesPerEndpoint: small,
};
export const planSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'Wanted: 1 to 32 of a-z, 0-9 and -, a letter first'),
  ...limits,
});
export const planChangeSchema = z.strictObject(limits).partial();
export type Plan = z.output<typeof planSchema>;
export type PlanChange = z.output<typeof planChangeSchema>;
export type ListedPlan = Plan & { teams: number };
export type ChangedPlan = ListedPlan;

const day = z.iso.date('Wanted: a date such as 2030-12-31');
export const usageSchema = ofTeamSchema.extend({ from: day, to: day });
export type CountedCalls = { day: string; keyId: string; status: string; calls: number };
export type NamedKey = { id: string; masked: string; name: string; team: string };
export type UsagePage = { calls: CountedCalls[]; keys: NamedKey[] } & PageEnd;
export type TeamQuota = {
  team: Named;
  plan: string;
  limit: number | null;
  spent: number;
  free: number | null;
  atGateways: number;
  startsAt: string;
  resetsAt: string;
};
export type QuotaPage = { quotas: TeamQuota[] } & PageEnd;

export const auditSchema = ofTeamSchema.extend({ limit: z.coerce.number().int().min(1).max(1_000).default(50) });
export type RecordedEntry = AuditPage['entries'][number] & { actorId: string | null; teamId: string | null };

export const newTokenSchema = z.strictObject({ name: teamName, expiresAt: keyExpiry.default(null) });
export type OperatorToken = { id: string; name: string; createdAt: string; expiresAt: string | null };
export type CreatedToken = { value: string; token: OperatorToken };
