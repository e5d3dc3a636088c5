/** A constant script. Its arguments are the files, `--`, and the command, which replaces the shell. */
const JOIN = 'for file; do shift; [ "$file" = -- ] && break; echo 0 > "$file" || exit 1; done; exec "$@"';

/** A command that joins cgroups before it starts, so that no part of it runs outside of them. */
export function joining(joinFiles: readonly string[], command: string[]): string[] {
  return joinFiles.length === 0 ? command : ['sh', '-c', JOIN, 'sh', ...joinFiles, '--', ...command];
}
