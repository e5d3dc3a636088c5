import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import packet, { type Answer } from 'dns-packet';
import { DnsFailure } from '../resolver.ts';
import { MOST_BYTES, readReply, type DnsReply, type Read } from './read-reply.ts';

export type ServerAddress = { address: string; port: number };
/** `recursive`: a resolver is asked, not a server for what it has itself. */
export type NameQuestion = { name: string; recursive: boolean };

const UDP_TRIES = 2;
const UDP_MS = 1500;
const TCP_MS = 4000;
/** Messages that are no answer to the question, e.g. from somebody who guesses. */
const MOST_OTHERS = 50;
/** Of answers over UDP (DNS flag day 2020). */
const UDP_BYTES = 1232;
const HEADER = 12;
/** Type and class behind the name of a question, and the two bytes around a name in labels. */
const QUESTION_TAIL = 4;
const NAME_FRAME = 2;

const EDNS: Answer = {
  ...{ type: 'OPT', name: '.', udpPayloadSize: UDP_BYTES, extendedRcode: 0, ednsVersion: 0 },
  ...{ flags: 0, flag_do: false, options: [] },
};

function encode({ name, recursive }: NameQuestion): Buffer {
  const flags = recursive ? packet.RECURSION_DESIRED : 0;
  const questions = [{ type: 'NS' as const, name }];
  return packet.encode({ type: 'query', id: randomInt(65_536), flags, questions, additionals: [EDNS] });
}

type Attempt = { at: ServerAddress; message: Buffer; read(answer: Buffer): Read; signal: AbortSignal };

const noAnswer = (cause?: unknown): DnsFailure => new DnsFailure('The name server did not answer in time.', { cause });

/** Sends a message once; what does not answer it is passed over. @throws DnsFailure */
function overUdp({ at, message, read, signal }: Attempt): Promise<Exclude<Read, 'other'>> {
  const socket = createSocket(isIPv6(at.address) ? 'udp6' : 'udp4');
  const limited = AbortSignal.any([signal, AbortSignal.timeout(UDP_MS)]);
  let others = 0;
  return new Promise<Exclude<Read, 'other'>>((resolve, reject) => {
    const fail = (cause?: unknown): void => reject(noAnswer(cause));
    if (limited.aborted) return void fail();
    limited.addEventListener('abort', () => fail(), { once: true });
    socket.on('error', fail);
    socket.on('message', (answer) => {
      const found = read(answer);
      if (found !== 'other') resolve(found);
      else if ((others += 1) > MOST_OTHERS) fail();
    });
    // Only what comes from there is received.
    socket.connect(at.port, at.address, () => socket.send(message));
  }).finally(() => socket.close());
}

/** @throws DnsFailure */
function overTcp({ at, message, read, signal }: Attempt): Promise<Exclude<Read, 'other'>> {
  const socket = connect({ host: at.address, port: at.port });
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TCP_MS)]);
  let received: Buffer = Buffer.alloc(0);
  return new Promise<Exclude<Read, 'other'>>((resolve, reject) => {
    const fail = (cause?: unknown): void => reject(noAnswer(cause));
    if (limited.aborted) return void fail();
    limited.addEventListener('abort', () => fail(), { once: true });
    socket.on('error', fail);
    socket.on('close', () => fail());
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      if (received.length < 2) return;
      const length = received.readUInt16BE(0);
      if (length > MOST_BYTES) return fail();
      if (received.length < 2 + length) return;
      const found = read(received.subarray(2, 2 + length));
      resolve(found === 'other' ? 'broken' : found);
    });
    const size = Buffer.alloc(2);
    size.writeUInt16BE(message.length);
    socket.write(Buffer.concat([size, message]));
  }).finally(() => socket.destroy());
}

/**
 * Asks one server for the NS records of a name: over UDP, and over TCP what does not fit. With `overTcp` only there, where
 * nobody off the way can forge an answer.
 * @throws DnsFailure no answer in time, or none that can be read
 */
export async function askServer(
  at: ServerAddress,
  question: NameQuestion,
  { signal, onlyTcp = false }: { signal: AbortSignal; onlyTcp?: boolean },
): Promise<DnsReply> {
  const message = encode(question);
  const end = HEADER + question.name.length + NAME_FRAME + QUESTION_TAIL;
  const attempt = { at, message, signal, read: (answer: Buffer) => readReply(answer, message, end) };
  let found = onlyTcp ? 'truncated' : await overUdp(attempt).catch(() => null);
  for (let tries = 1; found === null && tries < UDP_TRIES; tries += 1) found = await overUdp(attempt).catch(() => null);
  if (found === null) throw noAnswer();
  if (found === 'truncated') found = await overTcp(attempt);
  if (found === 'truncated' || found === 'broken')
    throw new DnsFailure('The answer of the name server could not be read.');
  return found;
}
