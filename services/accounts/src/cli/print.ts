// Names come from users: no control character of theirs may reach the terminal.
const controlCharacters = /[^\P{Cc}\n]/gu;

/** Writes lines to stdout: the result of the command, and nothing else. */
export function print(...lines: string[]): void {
  process.stdout.write(printable(lines));
}

/** Writes lines to stderr: remarks, which must not get into a file or a pipe. */
export function remark(...lines: string[]): void {
  process.stderr.write(printable(lines));
}

function printable(lines: string[]): string {
  return `${lines.join('\n').replaceAll(controlCharacters, '?')}\n`;
}
