import { createHash } from 'node:crypto';
import { closeSync, writeSync } from 'node:fs';
import type { Inputs, Outputs } from '../../protocol.ts';
import { inParent, partsOfFile } from '../own-files.ts';
import { openFile, type Folder } from '../site-files.ts';

/** Standard output takes a part at a time. */
function send(bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}

/** Sends a file. It may be written meanwhile: what is sent as a text is what its version names. */
export function fileContent(root: Folder, { path, want, maxBytes }: Inputs['fileContent']): Outputs['fileContent'] {
  return inParent(root, path, (folder, name) => {
    const opened = openFile(folder, name);
    if (opened === null) return null;
    try {
      const { size, mtimeMs, mode } = opened.stats;
      const facts = { size, modified: Math.round(mtimeMs), mode: mode & 0o777, sent: 0, version: null };
      if (want === 'facts' || (want === 'text' && size > maxBytes)) return facts;
      if (want === 'text') {
        // One more byte than allowed: the file may have grown.
        const content = Buffer.concat(Array.from(partsOfFile(opened.fd, maxBytes + 1), (part) => Buffer.from(part)));
        if (content.length > maxBytes) return { ...facts, size: content.length };
        send(content);
        const version = createHash('sha256').update(content).digest('hex');
        return { ...facts, size: content.length, sent: content.length, version };
      }
      let sent = 0;
      for (const part of partsOfFile(opened.fd, maxBytes)) {
        send(part);
        sent += part.length;
      }
      return { ...facts, sent };
    } finally {
      closeSync(opened.fd);
    }
  });
}
