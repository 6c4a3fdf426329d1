const PASSWORD_LENGTH_MIN = 10;
const PASSWORD_LENGTH_MAX = 128;

export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH_MIN} characters. A few words are easier to keep in mind than signs.`;

export function passwordProblem(password: string): string | null {
  if (password.length < PASSWORD_LENGTH_MIN) return `At least ${PASSWORD_LENGTH_MIN} characters`;
  return password.length > PASSWORD_LENGTH_MAX ? `At most ${PASSWORD_LENGTH_MAX} characters` : null;
}

/** Null: no obvious problem. The server decides. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'Enter your e-mail address';
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : 'This is not an e-mail address';
}
