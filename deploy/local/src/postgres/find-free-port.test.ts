import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { choosablePorts, findFreePort } from './find-free-port.ts';

const COUNT = 200;

test('ports are chosen from the wider range that the system itself does not use', () => {
  expect(choosablePorts([32_768, 60_999])).toEqual([10_000, 32_767]);
  expect(choosablePorts([49_152, 65_535])).toEqual([10_000, 49_151]);
  expect(choosablePorts([10_500, 20_000])).toEqual([20_001, 65_535]);
  expect(choosablePorts([1_024, 5_000])).toEqual([10_000, 65_535]);
  expect(choosablePorts([1_024, 65_535])).toEqual([10_000, 65_535]);
});

test('a port is given once, though no process listens on it yet, and a process can listen on it', async () => {
  const ports = await Promise.all(Array.from({ length: COUNT }, findFreePort));
  expect(new Set(ports).size).toBe(COUNT);
  const server = createServer().listen(ports[0], '127.0.0.1');
  await once(server, 'listening');
  server.close();
});

test('a port stays reserved for its process, and for no longer', async () => {
  const program = `
    import { findFreePort } from ${JSON.stringify(new URL('./find-free-port.ts', import.meta.url).href)};
    console.log(await findFreePort());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  await expect(bind(Number(stdout))).resolves.toBeUndefined();
  await expect(bind(await findFreePort())).rejects.toThrow('EADDRINUSE');
});

async function bind(port: number): Promise<void> {
  const socket = createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(socket, 'listening');
  } finally {
    socket.close();
  }
}
