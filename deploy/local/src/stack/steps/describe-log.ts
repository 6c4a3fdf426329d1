/** Our processes log JSON; a person gets the words: message, and the error's message where there is one. */
export function describeLog(text: string): string {
  return text.split('\n').map(describeLine).join('\n');
}

function describeLine(line: string): string {
  try {
    const entry = JSON.parse(line) as { msg?: unknown; err?: { message?: unknown } };
    const words = [entry.msg, entry.err?.message].filter((word) => typeof word === 'string');
    return words.length === 0 ? line : `  ${words.join(': ')}`;
  } catch {
    return `  ${line}`;
  }
}
