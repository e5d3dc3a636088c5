import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Where large files are kept, by key: `folder/file`, with letters, digits, `.`, `_` and `-`. What is stored stays
 * unchanged until it is replaced or removed.
 */
export type Storage = {
  /** For people: the kind of storage, and its location. */
  readonly place: string;
  /** Stores a copy of a file, or a text, whole or not at all; replaces what the key had. It survives a power cut. */
  put(key: string, content: { file: string } | { text: string }): Promise<void>;
  /** Bytes of what a key has; null when there is nothing. */
  size(key: string): Promise<number | null>;
  /**
   * The content of a key, or a part of it.
   * @throws StorageError MISSING when there is nothing
   */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes everything in a folder of keys; succeeds if there is nothing. */
  removeFolder(folder: string): Promise<void>;
  /** Whether nothing is stored in a folder of keys. */
  isEmpty(folder: string): Promise<boolean>;
};

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: 'MISSING' | 'INVALID_KEY';

  constructor(code: 'MISSING' | 'INVALID_KEY', message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
