/** What people type at home; commands are the same in every language. */
const git = (...words: readonly string[]): string => ['git', ...words].join(' ');

/** Pushes a project that has a repository already. */
export const pushCommands = (url: string, branch: string): string =>
  [git('remote', 'add', 'panel', url), git('push', 'panel', `HEAD:${branch}`)].join('\n');

/** Makes a repository of a folder, and pushes it. */
export const firstPushCommands = (url: string, branch: string): string =>
  [
    ...[git('init', '-b', branch), git('add', '.'), git('commit', '-m', 'first')],
    ...[git('remote', 'add', 'panel', url), git('push', 'panel', branch)],
  ].join('\n');

export const cloneCommand = (url: string): string => git('clone', url);
