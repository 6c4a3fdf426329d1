import { InvalidArgumentError } from 'commander';

const NAME_LENGTH_MAX = 64;
const EMAIL_LENGTH_MAX = 254;

/** A name that people gave. Throws commander's InvalidArgumentError on one that is empty, too long or of several lines. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > NAME_LENGTH_MAX || /\p{Cc}/u.test(name))
    throw new InvalidArgumentError(`Wanted: 1 to ${NAME_LENGTH_MAX} characters, no line breaks.`);
  return name;
}

/** An e-mail address, in lower case. Throws commander's InvalidArgumentError on what cannot be one. */
export function parseEmail(text: string): string {
  // Not a full check of addresses: `operator@localhost` is one here.
  if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text) || text.length > EMAIL_LENGTH_MAX)
    throw new InvalidArgumentError('Wanted: an e-mail address.');
  return text.toLowerCase();
}

/** The name of a plan. Throws commander's InvalidArgumentError on what would be awkward to type. */
export function parsePlanId(text: string): string {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(text))
    throw new InvalidArgumentError('Wanted: 1 to 32 of a-z, 0-9 and -, a letter first.');
  return text;
}
