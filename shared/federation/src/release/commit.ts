import { execFileSync } from 'node:child_process';

const git = (folder: string, words: readonly string[]): string =>
  execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** `commit` is empty, with the reason in `why`, when no commit contains what is built. */
export type Origin = { commit: string; why: string | null };

/** The current commit of a folder. */
export function originOf(folder: string): Origin {
  try {
    const commit = git(folder, ['rev-parse', 'HEAD']);
    // Covers the folder's own files and everything it is built with: in this checkout they are in one tree.
    const isDirty = git(folder, ['status', '--porcelain', '--', ':/']) !== '';
    return isDirty ? { commit: '', why: 'the working tree has changes that are not committed' } : { commit, why: null };
  } catch {
    return { commit: '', why: 'the folder belongs to no git repository with a commit' };
  }
}
