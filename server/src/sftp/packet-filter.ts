import { Transform } from 'node:stream';

/** The length of a packet's rest and its type (draft-ietf-secsh-filexfer-02, section 3). */
const HEAD = 5;
/** The largest packet that is held, in bytes; a path has 4,096 at most. */
const MOST_HELD = 8192;

/**
 * Passes the packets of the SFTP protocol on as they come. Only small packets of `types` are held until they are whole,
 * and replaced by what `edit` makes of them. Order is kept.
 */
export function packetFilter(
  types: ReadonlySet<number>,
  edit: (packet: Buffer) => Buffer | Promise<Buffer>,
): Transform {
  let begun: Buffer = Buffer.alloc(0);
  let left = 0;
  let held: Buffer[] | null = null;

  const filtered = async (chunk: Buffer): Promise<Buffer[]> => {
    const data = begun.length > 0 ? Buffer.concat([begun, chunk]) : chunk;
    const out: Buffer[] = [];
    let at = 0;
    let passed = 0;
    while (at < data.length) {
      if (left === 0) {
        if (data.length - at < HEAD) break;
        left = Math.max(HEAD, 4 + data.readUInt32BE(at));
        if (left <= MOST_HELD && types.has(data.readUInt8(at + 4))) {
          out.push(data.subarray(passed, at));
          held = [];
        }
      }
      const part = data.subarray(at, at + left);
      at += part.length;
      left -= part.length;
      if (held === null) continue;
      held.push(part);
      passed = at;
      if (left > 0) continue;
      const packet = Buffer.concat(held);
      held = null;
      out.push(await edit(packet));
    }
    out.push(data.subarray(passed, at));
    begun = Buffer.from(data.subarray(at));
    return out.filter((part) => part.length > 0);
  };

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      filtered(chunk).then((parts) => {
        if (parts.length > 0) this.push(parts.length === 1 ? parts[0] : Buffer.concat(parts));
        done();
      }, done);
    },
    flush(done) {
      done(null, Buffer.concat([...(held ?? []), begun]));
    },
  });
}
