import { randomUUID } from 'node:crypto';
import type { NewCommit } from '../ports/code.ts';

/** A path in double quotes. Control characters and backslashes are in no path that is written. */
const quoted = (path: string): string => `"${path.replaceAll('"', '\\"')}"`;

/** What separates the parts of a person in Git. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}<>]/gu, ' ')
    .trim()
    .slice(0, 200);

/** `name <email> time zone`, as objects of Git have it. */
function person({ author: { name, email, at } }: NewCommit): string {
  const address = plain(email).replace(/\s/g, '');
  return `${plain(name) || address || 'unknown'} <${address}> ${Math.floor(at.getTime() / 1000)} +0000`;
}

/**
 * The stream for `git fast-import` that writes the objects of one commit, and says its id. Its ref is removed before the end, so the
 * repository has no new ref: that is for who compares the branch.
 */
export function* importStream(commit: NewCommit): Generator<Uint8Array> {
  const ref = `refs/panel/${randomUUID()}`;
  const text = (...lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n`);
  const who = person(commit);
  const message = Buffer.from(`${commit.message}\n`);
  yield text('feature done', `commit ${ref}`, 'mark :1', `author ${who}`, `committer ${who}`, `data ${message.length}`);
  yield message;
  if (commit.parent !== null) yield text(`from ${commit.parent}`);
  // What is removed first: a file may take the place of a folder.
  for (const { path, content } of commit.writes) if (content === null) yield text(`D ${quoted(path)}`);
  for (const { path, mode, content } of commit.writes) {
    if (content === null) continue;
    if ('id' in content) yield text(`M ${mode} ${content.id} ${quoted(path)}`);
    else {
      yield text(`M ${mode} inline ${quoted(path)}`, `data ${content.bytes.length}`);
      yield content.bytes;
      yield text('');
    }
  }
  yield text('get-mark :1', `reset ${ref}`, `from ${'0'.repeat(40)}`, '', 'done');
}
