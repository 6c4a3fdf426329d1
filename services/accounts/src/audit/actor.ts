export type Actor =
  /** `name` is their e-mail address; `key` is set where a key that they made acts in their place. */
  | { kind: 'user'; id: string; name: string; ipAddress: string | null; key?: ActingKey }
  /** `expiresAt` is that of their token, if it has one. */
  | { kind: 'operator'; name: string; expiresAt?: Date | null };

/** `name` is its name and masked value, such as `deploys (lg_live_…x7Qa)`. */
export type ActingKey = { id: string; name: string };
