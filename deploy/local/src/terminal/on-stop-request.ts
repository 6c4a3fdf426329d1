import { Socket } from 'node:net';

/** Descriptor of the pipe that bootstrap.mjs holds while it lives. */
const PARENT_PIPE = 3;

/**
 * Calls back with the reason when the process is asked to stop: by Ctrl-C, SIGTERM, a closed terminal, or because the
 * process that started us is gone. npm and a terminal both pass Ctrl-C on, so more than one call is to be expected.
 */
export function onStopRequest(stop: (reason: string) => void): void {
  process.on('SIGINT', () => stop('Ctrl-C'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGHUP', () => stop('The terminal was closed'));
  if (process.env.LEDGERGRAPH_PARENT_PIPE !== '1') return;
  // A socket, not a file stream: that would sit in a blocking read, which even process.exit waits for.
  const pipe = new Socket({ fd: PARENT_PIPE });
  pipe.on('error', () => undefined);
  pipe.on('close', () => stop('The parent process ended'));
  pipe.resume();
}
