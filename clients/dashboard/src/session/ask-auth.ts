import { ApiError, codeOfStatus, GENERAL_MESSAGES } from '@ledgergraph/dashboard-api/api-error';

interface AuthFailure {
  status: number;
  code?: string | undefined;
  message?: string | undefined;
  fields?: Record<string, string> | undefined;
  retryAfter?: number | undefined;
}

const WORDS: Record<string, { message: string; field?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { message: 'This e-mail address and password do not belong together.' },
  INVALID_EMAIL: { message: 'This is not an e-mail address.', field: 'email' },
  USER_ALREADY_EXISTS: { message: 'There is an account with this e-mail address. Sign in instead.', field: 'email' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    message: 'There is an account with this e-mail address. Sign in instead.',
    field: 'email',
  },
  INVALID_PASSWORD: { message: 'This is not your password.', field: 'currentPassword' },
  EMAIL_NOT_VERIFIED: { message: 'Confirm your e-mail address first: we have just sent you a link.' },
  INVALID_TOKEN: { message: 'This link has been used or is too old. Ask for a new one.' },
  INVITATION_NOT_FOUND: { message: 'This invitation was withdrawn, answered, or is too old.' },
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: { message: 'This invitation is for another e-mail address than yours.' },
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: { message: 'Is a member already.', field: 'email' },
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: { message: 'Is invited already.', field: 'email' },
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: {
    message: 'You are the only owner. Make somebody else an owner first, or delete the team.',
  },
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: {
    message: 'A team needs an owner. Make somebody else one first.',
  },
  AUTH_CANCELLED: { message: 'No passkey was used: the request was cancelled or timed out.' },
  PASSKEY_NOT_FOUND: { message: 'This passkey is not known here. Sign in with your password.' },
  PREVIOUSLY_REGISTERED: { message: 'This device has a passkey of yours already.' },
  SESSION_NOT_FRESH: { message: 'For this you must have signed in recently. Sign out, sign in, and try again.' },
};
const SIGNED_OUT_CODES = new Set(['SIGNED_OUT', 'UNAUTHORIZED', 'SESSION_EXPIRED', 'SESSION_REQUIRED']);

/** @throws ApiError for refusals and where there is no answer */
export async function askAuth<Data>(
  call: () => Promise<{ data: Data; error: null } | { data: null; error: AuthFailure }>,
): Promise<NonNullable<Data>> {
  const answer = await call().catch(() => {
    throw new ApiError('UNREACHABLE', GENERAL_MESSAGES.UNREACHABLE);
  });
  if (answer.error !== null) throw problemOf(answer.error);
  if (answer.data === null || answer.data === undefined) throw new ApiError('NOT_FOUND', GENERAL_MESSAGES.NOT_FOUND);
  return answer.data;
}

/** The library's 401 for a wrong password does not end a session. */
export function problemOf({ status, code = '', message, fields, retryAfter }: AuthFailure): ApiError {
  const words = WORDS[code];
  if (words !== undefined) {
    const field = words.field === undefined ? undefined : { [words.field]: words.message };
    return new ApiError(status === 403 ? 'FORBIDDEN' : 'INVALID_INPUT', words.message, { fields: field });
  }
  const general = codeOfStatus(status);
  if (general === 'SIGNED_OUT' && code !== '' && !SIGNED_OUT_CODES.has(code)) {
    return new ApiError('INVALID_INPUT', message ?? GENERAL_MESSAGES.INVALID_INPUT);
  }
  const isOurFault = general === 'INTERNAL_ERROR' || general === 'UNAVAILABLE';
  const hasWords = message !== undefined && message !== '' && !isOurFault && general !== 'TOO_MANY_REQUESTS';
  return new ApiError(general, hasWords ? message : GENERAL_MESSAGES[general], { fields, retryAfter });
}
