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
  /** Stores a copy of a file, a text, or bytes, whole or not at all; replaces what the key had. It survives a power cut. */
  put(key: string, content: { file: string } | { text: string } | { bytes: Uint8Array }): Promise<void>;
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
  /** Closes what is connected. */
  close(): void;
};

/** `MISSING`: nothing has this key. `UNREACHABLE`: nobody knows now; another try may succeed. */
export type StorageErrorCode = 'MISSING' | 'INVALID_KEY' | 'UNREACHABLE';

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/** @throws StorageError INVALID_KEY */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new StorageError('INVALID_KEY', `${key} is not a key.`);
  return key;
}

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
