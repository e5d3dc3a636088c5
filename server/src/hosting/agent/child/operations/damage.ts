import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import type { Inputs, Outputs } from '../../protocol.ts';
import { HEADER_BYTES } from '../gzip-writer.ts';
import { createFoundHashes, HASH_LIST, MAX_LIST_BYTES, namedFiles, readHashList } from '../hash-list.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Folder } from '../site-files.ts';

/** Names the files of a damaged archive that differ from its list; see `Inputs.damage`. */
export async function damage(
  _root: Folder,
  _input: Inputs['damage'],
  { rest }: Surroundings,
): Promise<Outputs['damage']> {
  const hashes = createFoundHashes();
  const list: Buffer[] = [];
  const at = { entry: '', broken: '' };
  const isBroken = () => (at.broken ||= at.entry);
  const parser = new Parser({
    onReadEntry(entry: ReadEntry) {
      const hash = createHash('sha256');
      const isList = entry.path === HASH_LIST && entry.size <= MAX_LIST_BYTES;
      at.entry = entry.path;
      entry.on('data', (chunk) => {
        hash.update(chunk);
        if (isList) list.push(chunk);
      });
      entry.on('end', () => hashes.set(entry.path, hash.digest('hex')));
    },
    onwarn(kind) {
      if (kind !== 'TAR_ENTRY_INFO') isBroken();
    },
  });
  let header = HEADER_BYTES;
  const withoutHeader = (chunk: Buffer): Buffer => {
    const kept = chunk.subarray(header);
    header -= chunk.length - kept.length;
    return kept;
  };
  const content = async function* () {
    yield withoutHeader(rest);
    for await (const chunk of createReadStream('', { fd: 0, autoClose: false })) yield withoutHeader(chunk as Buffer);
  };
  // A gzip stream would end at the wrong checksum, and lose what it had read last.
  const inflate = createInflateRaw().on('data', (chunk: Buffer) => void parser.write(chunk));
  await pipeline(content, inflate).catch(isBroken);
  const expected = readHashList(Buffer.concat(list).toString('utf8'));
  if (expected === null) return namedFiles([at.broken].filter((path) => path !== '' && path !== HASH_LIST));
  return namedFiles([...expected].flatMap(([path, hash]) => (hashes.get(path) === hash ? [] : path)));
}
