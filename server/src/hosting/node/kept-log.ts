import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

/**
 * A log that never has more than twice `maxBytes`: the file and the one before it (`.1`). A full disk costs lines, and does
 * not end the server.
 */
export function openKeptLog(file: string, maxBytes: number): (chunk: Buffer) => void {
  let fd = openSync(file, 'a', 0o600);
  let size = fstatSync(fd).size;
  return (chunk) => {
    try {
      if (size + chunk.length > maxBytes) {
        closeSync(fd);
        renameSync(file, `${file}.1`);
        fd = openSync(file, 'a', 0o600);
        size = 0;
      }
      size += writeSync(fd, chunk.length > maxBytes ? chunk.subarray(-maxBytes) : chunk);
    } catch {
      // The next line may have room again.
    }
  };
}
