export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 128;

const DISTINCT_CHARACTERS_MIN = 5;
const COMMON_PART = /password|passwort|qwerty|azerty|iloveyou|letmein|welcome|admin|ledgergraph/g;
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUN_LENGTH_MIN = 4;
/** Characters that remain after the parts that everybody tries first are removed. */
const OWN_CHARACTERS_MIN = 6;

/** Returns the reason why it is easy to guess. @param about the person's name and e-mail address */
export function findObviousPart(password: string, about: readonly string[] = []): string | undefined {
  const lower = password.toLowerCase();
  if (new Set(lower).size < DISTINCT_CHARACTERS_MIN) return 'It repeats a few characters.';
  let own = lower;
  for (const part of about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
    if (part.length >= RUN_LENGTH_MIN) own = own.replaceAll(part, '');
  if (own.length < OWN_CHARACTERS_MIN) return 'It is made of your name or e-mail address.';
  own = own.replace(COMMON_PART, '');
  for (const run of RUNS.flatMap((text) => [text, [...text].reverse().join('')])) own = withoutRun(own, run);
  return own.length < OWN_CHARACTERS_MIN ? 'It is one of those that are tried first.' : undefined;
}

function withoutRun(text: string, run: string): string {
  let rest = '';
  for (let start = 0; start < text.length; ) {
    let length = 1;
    while (start + length < text.length && run.includes(text.slice(start, start + length + 1))) length++;
    const isRun = length >= RUN_LENGTH_MIN && run.includes(text.slice(start, start + length));
    if (!isRun) rest += text.charAt(start);
    start += isRun ? length : 1;
  }
  return rest;
}
