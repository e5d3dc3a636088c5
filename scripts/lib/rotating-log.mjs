import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const FILES = 5;
/** Maximum number of lines buffered before the data folder is ready; more are dropped. */
const WAITING_MAX = 2000;
const LINE_MAX = 16_384;

/**
 * The server's log: `{dataDir}/logs/panel.log`, older parts in `panel.log.1` to `panel.log.4`, readable by this user
 * only. Lines are buffered until the server owns the data folder. A full disk loses lines but never stops the
 * launcher; the next line that can be written reports how many were lost.
 * @param {string} dataDir
 * @param {number} maxBytes of all parts together
 */
export function createRotatingLog(dataDir, maxBytes) {
  const folder = join(dataDir, 'logs');
  const file = join(folder, 'panel.log');
  const partBytes = Math.max(1, Math.floor(maxBytes / FILES));
  let fd = null;
  let size = 0;
  let waiting = [];
  let dropped = 0;
  let reason = '';

  const close = () => {
    if (fd !== null) closeSync(fd);
    fd = null;
  };
  const open = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    fd = openSync(file, 'a', 0o600);
    chmodSync(file, 0o600);
    size = fstatSync(fd).size;
  };
  const rotate = () => {
    close();
    rmSync(`${file}.${FILES - 1}`, { force: true });
    for (let i = FILES - 2; i >= 0; i -= 1) {
      const part = i === 0 ? file : `${file}.${i}`;
      if (existsSync(part)) renameSync(part, `${file}.${i + 1}`);
    }
    open();
  };
  /** Writes a line whole or not at all, so that a full disk cuts none. */
  const append = (text) => {
    const bytes = Buffer.from(text);
    if (fd === null) open();
    if (size > 0 && size + bytes.length > partBytes) rotate();
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
      size += bytes.length;
    } catch (error) {
      ftruncateSync(fd, size);
      throw error;
    }
  };
  const aboutDropped = () =>
    `${JSON.stringify({ level: 40, time: Date.now(), msg: `${dropped} lines of the log were dropped`, dropped, reason })}\n`;
  const write = (lines) => {
    try {
      append(`${dropped > 0 ? aboutDropped() : ''}${lines.join('\n')}\n`);
      dropped = 0;
    } catch (error) {
      dropped += lines.length;
      reason = String(error.code ?? error.message);
      try {
        close();
      } catch {
        // The next line reopens it.
      }
    }
  };
  return {
    file,
    /** @param {string} line */
    add(line) {
      const text = line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)} … (${line.length} characters)` : line;
      if (fd !== null || existsSync(dataDir)) {
        write([...waiting, text]);
        waiting = [];
      } else if (waiting.push(text) > WAITING_MAX) {
        waiting.shift();
        dropped += 1;
        reason = 'there was no data folder yet';
      }
    },
  };
}
