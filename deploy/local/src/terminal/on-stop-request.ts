import { Socket } from 'node:net';

/** Descriptor of the pipe that bootstrap.mjs holds while it lives. */
const PARENT_PIPE = 3;

/** npm and a terminal both pass Ctrl-C on, so it may call back more than once. */
export function onStopRequest(stop: (reason: string) => void): void {
  process.on('SIGINT', () => stop('Ctrl-C'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGHUP', () => stop('The terminal was closed'));
  if (process.env.LEDGERGRAPH_PARENT_PIPE !== '1') return;
  // A file stream would sit in a blocking read, which even process.exit waits for.
  const pipe = new Socket({ fd: PARENT_PIPE });
  pipe.on('error', () => undefined);
  pipe.on('close', () => stop('The parent process ended'));
  pipe.resume();
}
