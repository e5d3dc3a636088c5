import { EXTENDED, EXTENDED_REPLY, packetOf, Packets, textOf, VERSION } from './packets.ts';

/** What a site may store and has stored, in bytes. */
export type Space = { totalBytes: number; usedBytes: number };

/** Both have the same answer: a site has one file system (OpenSSH PROTOCOL §4.4, §4.5). */
const REQUESTS = ['statvfs@openssh.com', 'fstatvfs@openssh.com'];
const REVISION = '2';

const BLOCK_BYTES = 4096;
const NAME_BYTES = 255;
const HEAD_BYTES = 5;

/** The id and the name of an extended request; null for a broken one, which the file server refuses. */
function requestOf(packet: Buffer): { id: number; name: string } | null {
  if (packet.length < HEAD_BYTES + 8) return null;
  const length = packet.readUInt32BE(HEAD_BYTES + 4);
  const from = HEAD_BYTES + 8;
  return packet.length < from + length
    ? null
    : { id: packet.readUInt32BE(HEAD_BYTES), name: packet.toString('latin1', from, from + length) };
}

/** `struct statvfs` as eleven numbers: sizes in blocks; nothing is known of numbers of files, which have no limit. */
function replyOf(id: number, { totalBytes, usedBytes }: Space): Buffer {
  const total = Math.floor(totalBytes / BLOCK_BYTES);
  const free = Math.max(0, total - Math.ceil(usedBytes / BLOCK_BYTES));
  const numbers = Buffer.alloc(4 + 11 * 8);
  numbers.writeUInt32BE(id);
  [BLOCK_BYTES, BLOCK_BYTES, total, free, free, 0, 0, 0, 0, 0, NAME_BYTES].forEach((value, at) =>
    numbers.writeBigUInt64BE(BigInt(value), 4 + at * 8),
  );
  return packetOf(EXTENDED_REPLY, numbers);
}

const offered = Buffer.concat(REQUESTS.flatMap((name) => [textOf(name), textOf(REVISION)]));

/**
 * Answers how full a site is, in place of the file server: that one sees the disk of the whole machine, which is nobody's
 * business. Everything else passes between client and file server as it is.
 */
export function withStatvfs(space: () => Promise<Space>): { requests: Packets; answers: Packets } {
  const answers = new Packets({
    isRead: (type) => type === VERSION,
    read: (packet) => packetOf(VERSION, packet.subarray(HEAD_BYTES), offered),
  });
  const requests = new Packets({
    isRead: (type) => type === EXTENDED,
    async read(packet) {
      const request = requestOf(packet);
      if (request === null || !REQUESTS.includes(request.name)) return packet;
      // A client that reads no answers gets no more of them.
      await answers.insert(replyOf(request.id, await space()));
      return null;
    },
  });
  return { requests, answers };
}
