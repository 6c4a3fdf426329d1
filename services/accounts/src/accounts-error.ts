export type AccountsErrorCode =
  | 'UNKNOWN_PLAN'
  | 'PLAN_EXISTS'
  | 'PLAN_IN_USE'
  | 'PLAN_IS_DEFAULT'
  | 'UNKNOWN_USER'
  | 'USER_EXISTS'
  | 'TOO_MANY_PASSKEYS'
  | 'ALREADY_MEMBER'
  | 'NOT_A_MEMBER'
  | 'LAST_OWNER'
  | 'HAND_OVER_TO_SELF'
  | 'UNKNOWN_TEAM'
  | 'UNKNOWN_KEY'
  | 'MALFORMED_KEY'
  | 'AMBIGUOUS_KEY'
  | 'TEAM_ON_OTHER_PLAN'
  | 'TEAM_HAS_KEYS'
  | 'EXPIRY_NOT_AHEAD'
  | 'EXPIRY_TOO_LATE'
  | 'BAD_NETWORK'
  | 'BAD_ORIGIN'
  | 'BAD_CURSOR'
  | 'KEY_NOT_ACTIVE'
  | 'KEY_ALREADY_ROTATED'
  | 'TOO_MANY_KEYS'
  | 'TOO_MANY_NEW_KEYS'
  | 'TOO_MANY_AT_ONCE'
  | 'CLIENT_GONE'
  | 'NO_WEBHOOKS'
  | 'WEBHOOKS_AWAY'
  | 'UNKNOWN_EVENT_TYPE'
  | 'UNKNOWN_TOKEN'
  | 'NO_LOCAL_STACK';

/** Nothing was changed. The message is for the caller and never holds a key. */
export class AccountsError extends Error {
  readonly code: AccountsErrorCode;

  constructor(code: AccountsErrorCode, message: string) {
    super(message);
    this.name = 'AccountsError';
    this.code = code;
  }
}
