/** What people type at home; commands are the same in every language. */
const lines = (...commands: readonly string[]): string => commands.join('\n');

/** Pushes a project that has a repository already. */
export const pushCommands = (url: string, branch: string): string =>
  lines(`git remote add panel ${url}`, `git push panel HEAD:${branch}`);

/** Makes a repository of a folder, and pushes it. */
export const firstPushCommands = (url: string, branch: string): string =>
  lines(
    ...[`git init -b ${branch}`, 'git add .', 'git commit -m "First commit"'],
    ...[`git remote add panel ${url}`, `git push panel ${branch}`],
  );

export const cloneCommand = (url: string): string => lines(`git clone ${url}`);
