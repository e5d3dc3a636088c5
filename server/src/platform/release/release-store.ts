import { PanelError } from '../../kernel/errors.ts';

/** The release storage is unreachable or unusable; the message names it and the reason. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The error of a call when the storage is unusable, with the reason; other errors unchanged. */
export const asUnavailable = (error: unknown): unknown =>
  error instanceof StoreError ? new PanelError('STORE_UNAVAILABLE', { reason: error.message }, {}, error) : error;

/** Identifies a release: its folder in the storage is `{package}/{version}/`. */
export type ReleaseId = { package: string; version: string };

/** The two files of every release besides its own. */
export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'manifest.sig.json';

/**
 * The storage of release files. Stored files stay unchanged until they are removed. Every method throws StoreError
 * when the storage is unreachable.
 */
export type ReleaseStore = {
  /** For people: the kind of storage, and its location. */
  readonly place: string;
  /** Writes all files of a release, or none; replaces those of an interrupted upload. */
  put(id: ReleaseId, files: ReadonlyMap<string, Buffer>): Promise<void>;
  /** Bytes of one file; null when it is missing. */
  get(id: ReleaseId, file: string): Promise<Buffer<ArrayBuffer> | null>;
  /** All releases with files here. */
  list(): Promise<ReleaseId[]>;
  /** Removes a release; succeeds if it is missing. */
  remove(id: ReleaseId): Promise<void>;
  close(): void;
};

export const nameOf = ({ package: name, version }: ReleaseId): string => `${name}@${version}`;
