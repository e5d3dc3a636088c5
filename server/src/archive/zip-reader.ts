import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Options, type ZipFile } from 'yauzl';

const WINDOW_BYTES = 256 * 1024;
const PART_BYTES = 64 * 1024;

/** Reads a zip on disk. Reads that follow each other, as those of its list of contents do, are answered from memory. */
class ReadAhead extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  /** What the window holds. */
  #held = { from: 0, to: 0 };
  /** Where the last read ended. */
  #next = -1;

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    // A stream of the file system would close the file with itself.
    return Readable.from(this.#parts(start, end), { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const follows = position === this.#next && length <= WINDOW_BYTES;
    this.#next = position + length;
    const { from, to } = this.#held;
    if (position >= from && position + length <= to) {
      this.#window.copy(buffer, offset, position - from, position - from + length);
      return callback(null);
    }
    const reading = follows
      ? this.#fill(buffer, offset, length, position)
      : this.#readAll(buffer, offset, length, position);
    reading.then(
      () => callback(null),
      (error: Error) => callback(error),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    this.#file.close().then(() => callback(null), callback);
  }

  /** Reads the next part of the file, and gives its beginning. */
  async #fill(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    this.#held = { from: 0, to: 0 };
    const { bytesRead } = await this.#file.read(this.#window, 0, WINDOW_BYTES, position);
    if (bytesRead < length) throw new Error('unexpected EOF');
    this.#held = { from: position, to: position + bytesRead };
    this.#window.copy(buffer, offset, 0, length);
  }

  async *#parts(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const part = Buffer.allocUnsafe(Math.min(PART_BYTES, end - at));
      const { bytesRead } = await this.#file.read(part, 0, part.length, at);
      if (bytesRead === 0) return;
      yield part.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  async #readAll(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    const { bytesRead } = await this.#file.read(buffer, offset, length, position);
    if (bytesRead < length) throw new Error('unexpected EOF');
  }
}

/**
 * Opens a zip on disk. The library's own reader makes two calls of the system for each entry of the list of contents, which
 * takes half a second for 20,000 of them.
 */
export async function openZip(file: string, options: Options): Promise<ZipFile> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    return await fromRandomAccessReaderPromise(new ReadAhead(handle), size, options);
  } catch (error) {
    await handle.close();
    throw error;
  }
}
