import type { Transform } from 'node:stream';
import type { DiskSpace } from '../hosting/index.ts';
import { packetFilter } from './packet-filter.ts';

/** Types of packets (draft-ietf-secsh-filexfer-02, section 3). */
const VERSION = 2;
const FSTAT = 8;
const STAT = 17;
const STATUS = 101;
const ATTRS = 105;
const EXTENDED = 200;
const EXTENDED_REPLY = 201;
const FAILURE = 4;

/** OpenSSH's PROTOCOL, section 4.3: both in version 2. The file server looks up the path or handle with these. */
const LOOK_UPS: ReadonlyMap<string, number> = new Map([
  ['statvfs@openssh.com', STAT],
  ['fstatvfs@openssh.com', FSTAT],
]);
const EXTENSION_VERSION = '2';
/** Requests of one client that wait; the file server refuses more. */
const MOST_WAITING = 64;

const TYPE_AT = 4;
const ID_AT = 5;
/** In an extended request, after the id and the length of the name. */
const NAME_AT = 13;
const FIELDS = 11;
const BLOCK = 4096;
const NO_SETUID = 2n;
const LONGEST_NAME = 255n;

const uint32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
};
const text = (value: string): Buffer => Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(value)]);
const packet = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const rest = Buffer.concat([Buffer.of(type), ...parts]);
  return Buffer.concat([uint32(rest.length), rest]);
};

/** The eleven fields of an answer to `statvfs`, each 64 bits: the plan is the file system. */
export function statvfsFields({ used, bytes, files }: DiskSpace): bigint[] {
  const blocks = Math.floor(bytes / BLOCK);
  // What could not be counted may be all the rest.
  const free = used.complete ? Math.max(0, blocks - Math.ceil(used.bytes / BLOCK)) : 0;
  const freeFiles = used.complete ? Math.max(0, files - used.files) : 0;
  const counts = [BLOCK, BLOCK, blocks, free, free, files, freeFiles, freeFiles].map(BigInt);
  const fileSystem = 0n;
  return [...counts, fileSystem, NO_SETUID, LONGEST_NAME];
}

/** What a request of LOOK_UPS asks for and the type that looks it up; null for other requests. */
function lookUp(request: Buffer): { id: number; type: number; target: Buffer } | null {
  if (request.length < NAME_AT) return null;
  const end = NAME_AT + request.readUInt32BE(NAME_AT - 4);
  const type = LOOK_UPS.get(request.toString('latin1', NAME_AT, end));
  return type === undefined ? null : { id: request.readUInt32BE(ID_AT), type, target: request.subarray(end) };
}

export type SpaceFilter = { requests: Transform; answers: Transform };

/**
 * Answers `statvfs@openssh.com` and `fstatvfs@openssh.com` beside a file server that refuses them, since it would describe
 * this machine. The server only finds out whether the path or handle exists.
 */
export function createSpaceFilter(space: () => Promise<DiskSpace>, failed: (error: unknown) => void): SpaceFilter {
  const waiting = new Set<number>();

  const requests = packetFilter(new Set([EXTENDED]), (request) => {
    const found = waiting.size < MOST_WAITING ? lookUp(request) : null;
    if (found === null) return request;
    waiting.add(found.id);
    return packet(found.type, uint32(found.id), found.target);
  });

  const answer = async (id: number): Promise<Buffer> => {
    try {
      const fields = Buffer.alloc(FIELDS * 8);
      statvfsFields(await space()).forEach((value, index) => fields.writeBigUInt64BE(value, index * 8));
      return packet(EXTENDED_REPLY, uint32(id), fields);
    } catch (error) {
      failed(error);
      return packet(STATUS, uint32(id), uint32(FAILURE), text('The size of the site is not known.'), text('en'));
    }
  };
  const answers = packetFilter(new Set([VERSION, STATUS, ATTRS]), (given) => {
    const type = given.readUInt8(TYPE_AT);
    const body = given.subarray(ID_AT);
    if (type === VERSION)
      return packet(VERSION, body, ...[...LOOK_UPS.keys()].flatMap((name) => [text(name), text(EXTENSION_VERSION)]));
    const isAnswer = body.length >= 4 && waiting.delete(body.readUInt32BE(0));
    return isAnswer && type === ATTRS ? answer(body.readUInt32BE(0)) : given;
  });
  return { requests, answers };
}
