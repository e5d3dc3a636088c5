import { closeSync, lstatSync } from 'node:fs';
import type { Inputs, Outputs } from '../../protocol.ts';
import { partsOf, partsOfFile } from '../own-files.ts';
import { below, closeFolder, entriesOf, MAX_DEPTH, openFile, openFolder, openFolderOf } from '../site-files.ts';
import type { Folder, Found } from '../site-files.ts';
import { kindOf } from './folder-page.ts';

type Result = NonNullable<Outputs['searchFiles']>;
type Hit = Result['hits'][number];

/** Of one file, so that the first one does not take all places. */
const LINES_OF_FILE = 5;
/** What is shown of a line, around what was found. */
const [BEFORE, LINE] = [60, 200];
/** Of all hits, so that the answer stays within what the panel takes. */
const MAX_HIT_BYTES = 150_000;

const lower = (text: string): string => text.toLowerCase();

/** The part of a line that shows what was found. */
function excerpt(line: string, at: number): string {
  const from = at <= BEFORE ? 0 : at - BEFORE;
  return line.slice(from, from + LINE).toWellFormed();
}

/** The lines of a text that have the words, the first few. */
function linesOf(text: string, words: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  let number = 0;
  for (let from = 0; from <= text.length && found.length < LINES_OF_FILE;) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end).replace(/\r$/, '');
    number += 1;
    const at = lower(line).indexOf(words);
    if (at >= 0) found.push({ line: number, text: excerpt(line, at) });
    if (end < 0) break;
    from = end + 1;
  }
  return found;
}

/**
 * Looks for words below a folder: in names, or in the lines of texts. It follows no link, and ends early with what it has found:
 * after `ms`, `most` hits, or when it has read or seen as much as it may.
 */
export function searchFiles(root: Folder, input: Inputs['searchFiles']): Outputs['searchFiles'] {
  const { folder: path, want, most, maxFiles, maxBytes, maxFileBytes, ms } = input;
  const words = lower(input.words);
  const parts = partsOf(path);
  const start = parts === null ? null : openFolderOf(root, [...parts, '']);
  if (start === null) return null;
  const until = performance.now() + ms;
  const done: Result = { hits: [], files: 0, large: 0, ended: null };
  let [read, size] = [0, 0];

  const add = (hit: Hit): void => {
    size += JSON.stringify(hit).length;
    if (done.hits.length >= most || size > MAX_HIT_BYTES) done.ended = 'hits';
    else done.hits.push(hit);
  };

  const inContent = (folder: Folder, { name }: Found, shown: Pick<Hit, 'path' | 'exact' | 'kind'>): void => {
    const opened = openFile(folder, name);
    if (opened === null) return;
    try {
      if (opened.stats.size > maxFileBytes) {
        done.large += 1;
        return;
      }
      if (read + opened.stats.size > maxBytes) {
        done.ended = 'bytes';
        return;
      }
      const content = Buffer.concat(Array.from(partsOfFile(opened.fd, maxFileBytes), (part) => Buffer.from(part)));
      read += content.length;
      if (content.includes(0)) return;
      const text = content.toString('utf8');
      if (!lower(text).includes(words)) return;
      for (const line of linesOf(text, words)) add({ ...shown, ...line });
    } finally {
      closeSync(opened.fd);
    }
  };

  const walk = (folder: Folder, at: string, isExact: boolean, depth: number): void => {
    const folders: Found[] = [];
    for (const entry of entriesOf(folder)) {
      if (done.ended === null && performance.now() > until) done.ended = 'time';
      if (done.ended === null && done.files >= maxFiles) done.ended = 'files';
      if (done.ended !== null) return;
      done.files += 1;
      const name = entry.name.toString('utf8');
      const exact = isExact && Buffer.from(name).equals(entry.name);
      const path = at === '' ? name : `${at}/${name}`;
      if (want === 'names' && lower(name).includes(words)) {
        const stats = lstatSync(below(folder, entry.name), { throwIfNoEntry: false });
        if (stats) add({ path, exact, kind: kindOf(stats), line: null, text: '' });
      }
      if (entry.kind === 'folder' && depth < MAX_DEPTH) folders.push(entry);
      if (want === 'content' && entry.kind === 'file') inContent(folder, entry, { path, exact, kind: 'file' });
    }
    for (const { name } of folders) {
      if (done.ended !== null) return;
      const inner = openFolder(below(folder, name));
      if (inner === null) continue;
      const text = name.toString('utf8');
      try {
        walk(inner, at === '' ? text : `${at}/${text}`, isExact && Buffer.from(text).equals(name), depth + 1);
      } finally {
        closeFolder(inner);
      }
    }
  };

  try {
    walk(start, path, true, 1);
  } finally {
    closeFolder(start);
  }
  return done;
}
