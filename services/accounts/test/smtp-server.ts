import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type SmtpServer = {
  url: string;
  mails: { to: string[]; data: string }[];
  /** Answers to the next mails, such as `451 try later`. */
  refusals: string[];
  stop: () => Promise<void>;
};

export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const mails: SmtpServer['mails'] = [];
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, mails, refusals);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refusals,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function serve(socket: Socket, mails: SmtpServer['mails'], refusals: string[]): void {
  let to: string[] = [];
  let data: string[] | undefined;
  let pending = '';
  const reply = (line: string): void => {
    socket.write(`${line}\r\n`);
  };
  const hear = (line: string): void => {
    if (data !== undefined) {
      if (line !== '.') {
        data.push(line);
        return;
      }
      mails.push({ to, data: data.join('\n') });
      [to, data] = [[], undefined];
      reply('250 taken');
    } else if (/^(EHLO|HELO)/i.test(line)) reply('250 test');
    else if (/^MAIL/i.test(line)) reply(refusals.shift() ?? '250 go on');
    else if (/^RCPT/i.test(line)) {
      to.push(/<(.*)>/.exec(line)?.[1] ?? '');
      reply('250 go on');
    } else if (/^DATA/i.test(line)) {
      data = [];
      reply('354 go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else reply('250 ok');
  };
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const lines = (pending + chunk).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  reply('220 test');
}
