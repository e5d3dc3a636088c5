import type { Writable } from 'node:stream';

/** An entry of a folder of another server. `other`: a link or a special file. */
export type RemoteEntry = { name: string; kind: 'file' | 'folder' | 'other'; size: number };

/** The files of another server. Every failure is a `Refused`, except one of the stream that is written to. */
export type Remote = {
  list(folder: string): Promise<RemoteEntry[]>;
  /** Writes a file to a stream and ends it. */
  read(file: string, to: Writable): Promise<void>;
  close(): void;
};
