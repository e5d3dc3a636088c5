/** The tests that a change can break, from paths relative to the root; null: all of them. */
export function testsReaching(changed: readonly string[], filesIn: (path: string) => string[]): string[] | null;
/** Files that differ from a commit, with those that git does not know yet. */
export function changedFiles(since?: string): string[];
