import { PanelError } from '../../http/errors.ts';

/** The storage of releases cannot be reached or used; the message says which and why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The error as a call answers it: that the storage cannot be used, and why; any other error as it is. */
export const asUnavailable = (error: unknown): unknown =>
  error instanceof StoreError ? new PanelError('STORE_UNAVAILABLE', { reason: error.message }, {}, error) : error;

/** Which release: its folder in the storage is `{package}/{version}/`. */
export type ReleaseId = { package: string; version: string };

/** Names of the two files of every release beside its own. */
export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'manifest.sig.json';

/**
 * Where the files of releases are. What was put stays as it is until it is removed.
 * Every method throws StoreError when the storage cannot be reached.
 */
export type ReleaseStore = {
  /** For people: what kind of storage, and where. */
  readonly place: string;
  /** Writes all files of a release, or none; replaces what an upload that broke off has left. */
  put(id: ReleaseId, files: ReadonlyMap<string, Buffer>): Promise<void>;
  /** Bytes of one file; null when it is not there. */
  get(id: ReleaseId, file: string): Promise<Buffer<ArrayBuffer> | null>;
  /** All releases that have files here. */
  list(): Promise<ReleaseId[]>;
  /** Removes a release; one that is not there is removed already. */
  remove(id: ReleaseId): Promise<void>;
  close(): void;
};

export const nameOf = ({ package: name, version }: ReleaseId): string => `${name}@${version}`;
