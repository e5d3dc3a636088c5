import { createServer, type AddressInfo } from 'node:net';

export type Received = { from: string; to: string[]; data: string };

/**
 * The part of an SMTP server that a client needs; rejects recipients that contain `refused`, and all while it is
 * `busy`. It answers a mail once `taken` resolves.
 */
export async function startSmtpReceiver(
  taken: (mail: Received) => Promise<void> = async () => undefined,
): Promise<{ url: string; received: Received[]; busy: boolean; close(): Promise<void> }> {
  const received: Received[] = [];
  const receiver = {
    received,
    busy: false,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
  const server = createServer((socket) => {
    let mail: Received = { from: '', to: [], data: '' };
    let inData = false;
    let buffer = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8');
      for (let at = buffer.indexOf('\r\n'); at >= 0; at = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, at);
        buffer = buffer.slice(at + 2);
        if (inData) {
          if (line !== '.') {
            mail.data += `${line}\n`;
            continue;
          }
          inData = false;
          received.push(mail);
          void taken(mail).then(() => say('250 taken'));
          mail = { from: '', to: [], data: '' };
        } else if (/^(EHLO|HELO)/i.test(line)) say('250 test');
        else if (/^MAIL FROM:/i.test(line)) {
          mail.from = line.slice(10);
          say('250 ok');
        } else if (/^RCPT TO:/i.test(line)) {
          mail.to.push(line.slice(8));
          if (receiver.busy) say('451 try again later');
          else say(line.includes('refused') ? '550 no such user' : '250 ok');
        } else if (/^DATA/i.test(line)) {
          inData = true;
          say('354 go on');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else say('250 ok');
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(receiver, { url });
}
