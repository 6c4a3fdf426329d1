import { inspect } from 'node:util';
import { StackError } from '#/stack/stack-error.ts';
import { startStack } from '#/stack/start-stack.ts';
import { onStopRequest } from '#/terminal/on-stop-request.ts';
import { printWelcome } from '#/terminal/print-welcome.ts';
import { watchChain } from '#/terminal/watch-chain.ts';
import { readStartOptions } from './read-start-options.ts';

/** Runs until Ctrl-C, SIGTERM or the end of the parent process. */
export async function start(args: string[], generateCode: () => Promise<string[]>): Promise<number> {
  const write = (text: string): void => {
    process.stdout.write(text);
  };
  const options = readStartOptions(args);
  if (typeof options === 'number') return options;
  const stopping = new AbortController();
  onStopRequest((reason) => {
    if (stopping.signal.aborted) return;
    write(`\n${reason}: stopping. The database writes its data; a few seconds.\n`);
    stopping.abort(new StackError('Stopped before it was ready.'));
  });
  try {
    const stack = await startStack(
      { ...options, generateCode, onTrouble: (text) => write(`! ${text}\n`), onReset: (text) => write(`${text}\n`) },
      stopping.signal,
    );
    if (!stopping.signal.aborted) printWelcome(stack, write);
    await watchChain(stack, write, stopping.signal);
    await stack.stop();
    write('Stopped.\n');
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) {
      write('Stopped.\n');
      return 0;
    }
    // A stack trace alone hides the cause of an error, which holds fetch's reason.
    process.stderr.write(`\n${error instanceof StackError ? error.message : inspect(error)}\n`);
    return 1;
  }
}
