import type { Readable } from 'node:stream';
import { diskFull, HostingError } from '../hosting-error.ts';
import type { Code, CodeCommit, CodeEntry } from '../ports/code.ts';
import { importStream } from './fast-import.ts';
import { INSIDE_REPOSITORY, type GitProcess } from './git-runner.ts';

const MB = 1024 ** 2;
/** What the line of a file may have on average. */
const ENTRY_BYTES = 300;
const LOG_BYTES = 256 * 1024;
const MESSAGE_MAX = 2000;
/** Paths that are named where a branch has moved. */
const CHANGED_MAX = 100;
const CHANGED_BYTES = 64 * 1024;
/** What a commit may need beside its texts, such as trees. */
const ROOM_BYTES = 8 * MB;
const HASH = /^[0-9a-f]{40,64}$/;

export type GitAsked = {
  argv: readonly string[];
  writable?: boolean;
  input?: AsyncIterable<Uint8Array> | null;
  fileMb?: number;
};

type Deps = {
  /** Starts `git` on a repository, which is at `INSIDE_REPOSITORY`. */
  start(siteId: string, asked: GitAsked): Promise<GitProcess>;
  /** Whether the repository has been made. */
  isMade(siteId: string): Promise<boolean>;
  make(siteId: string): Promise<void>;
  /** Bytes that the plan still allows. */
  left(siteId: string): Promise<number>;
  branchCommit(siteId: string, branch: string): Promise<string | null>;
};

/** The beginning of an output; `cut`: there is more, and its process was ended. */
async function beginning(output: Readable, most: number, kill: () => void): Promise<{ bytes: Buffer; cut: boolean }> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of output as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > most) {
      kill();
      return { bytes: Buffer.concat(parts).subarray(0, most), cut: true };
    }
  }
  return { bytes: Buffer.concat(parts), cut: false };
}

async function* chunksOf(parts: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* parts;
}

const failed = (code: number, errors: string): HostingError =>
  new HostingError('COMMAND_FAILED', 'The repository could not be used. Try again in a minute.', {
    retryable: true,
    detail: `${code}: ${errors}`,
  });

/** A line of `git ls-tree -z --long`; null for what is no line. */
function entryOf(line: string): CodeEntry | null {
  const tab = line.indexOf('\t');
  const [mode = '', , id = '', size = ''] = line.slice(0, Math.max(tab, 0)).split(/ +/);
  return tab > 0 && HASH.test(id) ? { mode, id, path: line.slice(tab + 1), size: Number(size) || 0 } : null;
}

const linesOf = (bytes: Buffer, cut: boolean): string[] =>
  bytes
    .toString('utf8')
    .split('\0')
    .slice(0, cut ? -1 : undefined);

/** The code in repositories, by `git` alone. Nothing is checked out, so no path of a repository is a path of this machine. */
export function createGitCode({ start, isMade, make, left, branchCommit }: Deps): Code {
  const git = ['git', '--git-dir', INSIDE_REPOSITORY, '--literal-pathspecs'];
  const read = async (siteId: string, args: readonly string[], most: number) => {
    const process = await start(siteId, { argv: [...git, ...args] });
    const { bytes, cut } = await beginning(process.output, most, () => process.kill());
    const { code, errors } = await process.ended;
    return { bytes, cut, code: cut ? 0 : code, errors };
  };

  const changedPaths = async (siteId: string, from: string | null, to: string | null): Promise<string[]> => {
    if (from === null || to === null) return [];
    const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to];
    const { bytes, cut, code } = await read(siteId, args, CHANGED_BYTES);
    // A commit that is not there any more has nothing to compare.
    if (code !== 0) return [];
    return linesOf(bytes, cut)
      .filter((path) => path !== '')
      .slice(0, CHANGED_MAX);
  };

  return {
    async codeTree(siteId, commit, most) {
      if (!(await isMade(siteId))) return null;
      const { bytes, cut, code, errors } = await read(
        siteId,
        ['ls-tree', '-r', '-z', '--long', commit],
        most * ENTRY_BYTES,
      );
      if (code !== 0) {
        if (/not a (?:valid object|tree)|bad object/i.test(errors)) return null;
        throw failed(code, errors);
      }
      const entries = linesOf(bytes, cut).flatMap((line) => entryOf(line) ?? []);
      return { entries: entries.slice(0, most), complete: !cut && entries.length <= most };
    },
    async codeFile(siteId, { commit, path, maxBytes }) {
      if (!(await isMade(siteId))) return null;
      const found = await read(siteId, ['ls-tree', '-z', '--long', commit, '--', path], 64 * 1024);
      const entry = found.code === 0 ? entryOf(linesOf(found.bytes, found.cut)[0] ?? '') : null;
      if (entry === null || entry.path !== path || entry.mode === '040000') return null;
      if (!entry.mode.startsWith('100') || entry.size > maxBytes) return { ...entry, content: null };
      const { bytes, cut, code, errors } = await read(siteId, ['cat-file', 'blob', entry.id], maxBytes);
      if (code !== 0) throw failed(code, errors);
      return { ...entry, content: cut ? null : bytes };
    },
    async codeLog(siteId, commit, count) {
      if (!(await isMade(siteId))) return [];
      const args = ['log', '-z', `--max-count=${count}`, '--format=%H%n%at%n%an%n%B', commit, '--'];
      const { bytes, cut, code, errors } = await read(siteId, args, LOG_BYTES);
      if (code !== 0) throw failed(code, errors);
      return linesOf(bytes, cut).flatMap((text): CodeCommit[] => {
        const [id = '', at = '', author = '', ...message] = text.split('\n');
        if (!HASH.test(id)) return [];
        return [
          {
            commit: id,
            author,
            at: new Date(Number(at) * 1000),
            message: message.join('\n').trim().slice(0, MESSAGE_MAX),
          },
        ];
      });
    },
    async commitCode(siteId, commit) {
      const { branch, parent, writes } = commit;
      await make(siteId);
      const moved = async () => {
        const tip = await branchCommit(siteId, branch);
        return tip === parent ? null : { moved: tip, changed: await changedPaths(siteId, parent, tip) };
      };
      const before = await moved();
      if (before !== null) return before;
      // Who has seen that it moved plans nothing; by now it may be back.
      if (writes.length === 0) return { moved: parent, changed: [] };
      const bytes = writes.reduce(
        (sum, { content }) => sum + (content && 'bytes' in content ? content.bytes.length : 0),
        0,
      );
      if ((await left(siteId)) < bytes + ROOM_BYTES)
        throw diskFull('We could not commit.', 'the repository has the whole disk of the plan');
      const importing = await start(siteId, {
        argv: [...git, 'fast-import', '--quiet', '--done'],
        ...{ writable: true, fileMb: Math.ceil((bytes + ROOM_BYTES) / MB) },
        input: chunksOf(importStream(commit)),
      });
      const said = await beginning(importing.output, 1000, () => importing.kill());
      const imported = await importing.ended;
      const id = said.bytes.toString('latin1').trim();
      if (imported.code !== 0 || !HASH.test(id)) throw failed(imported.code, imported.errors);
      // Until here the repository has objects that nothing names. This compares and moves the branch at once.
      const old = parent ?? '0'.repeat(id.length);
      const update = await start(siteId, {
        argv: [...git, 'update-ref', '--no-deref', `refs/heads/${branch}`, id, old],
        writable: true,
      });
      update.output.resume();
      const { code, errors } = await update.ended;
      if (code === 0) return { commit: id };
      const after = await moved();
      if (after === null) throw failed(code, errors);
      return after;
    },
  };
}
