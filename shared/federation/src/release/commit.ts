import { execFileSync } from 'node:child_process';
import { AUTHOR_MAX, NOTE_MAX } from '@panel/contract/release';

const git = (folder: string, words: readonly string[]): string =>
  execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit that contains what is built, its author's name, and the first line of its message. */
export type Commit = { commit: string; author: string; note: string };
/** All empty, with the reason in `why`, when there is no such commit. */
export type Origin = Commit & { why: string | null };

const none = (why: string): Origin => ({ commit: '', author: '', note: '', why });

/** The current commit of a folder. */
export function originOf(folder: string): Origin {
  try {
    const [commit = '', author = '', note = ''] = git(folder, [
      'log',
      '-1',
      '--no-show-signature',
      '--format=%H%n%an%n%s',
    ]).split('\n');
    // Covers the folder's own files and everything it is built with: in this checkout they are in one tree.
    const isDirty = git(folder, ['status', '--porcelain', '--', ':/']) !== '';
    if (isDirty) return none('the working tree has changes that are not committed');
    return { commit, author: author.slice(0, AUTHOR_MAX), note: note.slice(0, NOTE_MAX), why: null };
  } catch {
    return none('the folder belongs to no git repository with a commit');
  }
}
