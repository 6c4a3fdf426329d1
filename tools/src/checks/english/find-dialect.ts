const WORDS = new Map<string, string>([
  ...['tell', 'tells', 'told', 'telling'].map((word) => [word, 'report, emit, notify or return'] as const),
  ...['say', 'says', 'said', 'saying'].map((word) => [word, 'state, report, describe or answer'] as const),
  ['anew', 'again'],
  ['nobody', 'no one, or name who cannot'],
  ['worded', 'written or formatted'],
  ['likewise', 'too, also, or the same'],
]);

const PHRASES: [RegExp, string][] = [
  [/\b(there )?(is|are|was|were) none\b(?! of)/i, '"is not a …", null, or "does not exist"'],
  [/\b(is|are) otherwise\b/i, '"differs from …"'],
  [/\bof before\b(?!\))/i, 'earlier or former'],
  [/\bso many\b(?!.*\bthat\b)/i, '"this many", or the number'],
  [/\bas many as (are|may|come|there|they|what|one)\b/i, 'the most that, all that, or the number'],
  [/\bwords (the|it|them|what|a|an|each|refusals?|only)\b/i, 'writes or formats'],
  [/(^|\s)(\/\/\/?|\/\*\*|\*|#) (What|Of|Who|Whoever|Whose|Why)\b(?![^.]*\?)/, 'a noun as the subject'],
];

const ACCOUNT = /['`]nobody['`]/g;
const NAME = /[A-Za-z]+/g;
const PART = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;

export function findDialect(line: string): string[] {
  const words = [...line.replaceAll(ACCOUNT, '').matchAll(NAME)]
    .flatMap(([name]) => name.match(PART) ?? [])
    .flatMap((part) => {
      const better = WORDS.get(part.toLowerCase());
      return better === undefined ? [] : [`"${part}": ${better}`];
    });
  const phrases = PHRASES.flatMap(([pattern, better]) => {
    const [found] = pattern.exec(line) ?? [];
    return found === undefined ? [] : [`"${found.trim()}": ${better}`];
  });
  return [...new Set([...words, ...phrases])];
}
