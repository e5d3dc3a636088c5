import { Transform, type TransformCallback } from 'node:stream';

/** Types of packets that the front reads (draft-ietf-secsh-filexfer-02 §3). */
export const [VERSION, EXTENDED, EXTENDED_REPLY] = [2, 200, 201] as const;

const LENGTH_BYTES = 4;
/** Packets that are read as a whole are no longer than this; OpenSSH sends none of these types that are. */
const MOST_BYTES = 34_000;

type PacketOptions = {
  /** The types of packets that are read; all others pass by as they come. */
  isRead(type: number): boolean;
  /** What takes the place of a packet, with its length: itself, another one, or nothing. */
  read(packet: Buffer): Buffer | null | Promise<Buffer | null>;
};

/**
 * The packets of one direction of an SFTP connection. Only those that are read are kept, so a file of any size passes in the
 * pieces in which it comes. Ends with an error for a packet that is too long to be read.
 */
export class Packets extends Transform {
  readonly #options: PacketOptions;
  /** Length and type of the packet that begins, or the whole packet while it is read. */
  #kept: Buffer[] = [];
  #keptBytes = 0;
  /** Of the current packet, how much passes by. */
  #passing = 0;
  /** Written once the current packet has ended. */
  #waiting: Buffer[] = [];
  /** Who has inserted a packet, and waits. */
  #readers: (() => void)[] = [];

  constructor(options: PacketOptions) {
    super();
    this.#options = options;
  }

  /** Adds a packet between two others. Resolves once the reader wants more. */
  insert(packet: Buffer): Promise<void> {
    const wanted = new Promise<void>((resolve) => this.#readers.push(resolve));
    if (this.#passing > 0 || this.#keptBytes > 0) this.#waiting.push(packet);
    else if (this.push(packet)) this.#goOn();
    return wanted;
  }

  override _read(size: number): void {
    this.#goOn();
    super._read(size);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#goOn();
    super._destroy(error, done);
  }

  #goOn(): void {
    for (const resolve of this.#readers.splice(0)) resolve();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#take(chunk).then(() => done(), done);
  }

  async #take(chunk: Buffer): Promise<void> {
    for (let rest = chunk; rest.length > 0;) {
      if (this.#passing > 0) {
        const part = rest.subarray(0, this.#passing);
        this.#passing -= part.length;
        rest = rest.subarray(part.length);
        this.push(part);
        this.#between();
        continue;
      }
      const head = this.#keptBytes < LENGTH_BYTES + 1 ? LENGTH_BYTES + 1 : LENGTH_BYTES + this.#length();
      const part = rest.subarray(0, head - this.#keptBytes);
      this.#keptBytes += part.length;
      this.#kept.push(part);
      rest = rest.subarray(part.length);
      await this.#look();
    }
  }

  #length = (): number => this.#joined().readUInt32BE(0);

  #joined(): Buffer {
    const [only, ...more] = this.#kept;
    if (only !== undefined && more.length === 0) return only;
    const joined = Buffer.concat(this.#kept);
    this.#kept = [joined];
    return joined;
  }

  /** Decides about a packet once its type is known, and reads it once it is there. */
  async #look(): Promise<void> {
    if (this.#keptBytes < LENGTH_BYTES + 1) return;
    const packet = this.#joined();
    const length = packet.readUInt32BE(0);
    if (!this.#options.isRead(packet[LENGTH_BYTES] ?? 0)) {
      this.#passing = Math.max(0, LENGTH_BYTES + length - packet.length);
      this.#begin();
      this.push(packet);
      return this.#between();
    }
    if (length > MOST_BYTES) throw new Error(`An SFTP packet of ${length} bytes is too long.`);
    if (packet.length < LENGTH_BYTES + length) return;
    const next = await this.#options.read(packet);
    this.#begin();
    if (next !== null) this.push(next);
    this.#between();
  }

  #begin(): void {
    this.#kept = [];
    this.#keptBytes = 0;
  }

  #between(): void {
    if (this.#passing > 0) return;
    for (const packet of this.#waiting.splice(0)) this.push(packet);
  }
}

/** A packet of this type. */
export function packetOf(type: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from([type]), ...parts]);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
}

/** Text as SFTP writes it: its length in bytes, then the bytes. */
export function textOf(text: string): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
}
