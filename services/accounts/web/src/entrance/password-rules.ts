const PASSWORD_LENGTH_MIN = 10;
const PASSWORD_LENGTH_MAX = 128;

/** What to write below a field for a new password. */
export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH_MIN} characters. A few words are easier to keep in mind than signs.`;

/** What is wrong with a new password, as far as one can tell here; null: nothing. */
export function passwordProblem(password: string): string | null {
  if (password.length < PASSWORD_LENGTH_MIN) return `At least ${PASSWORD_LENGTH_MIN} characters`;
  return password.length > PASSWORD_LENGTH_MAX ? `At most ${PASSWORD_LENGTH_MAX} characters` : null;
}

/** What is wrong with an e-mail address at first sight; null: nothing. The server has the last word. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'Enter your e-mail address';
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : 'This is not an e-mail address';
}
