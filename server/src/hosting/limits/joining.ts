/** Constant; what varies comes as arguments: the files, `--`, the command, which takes the place of the shell. */
const JOIN = 'for file; do shift; [ "$file" = -- ] && break; echo 0 > "$file" || exit 1; done; exec "$@"';

/** A command that joins cgroups before it starts, so that nothing of it ever runs outside of them. */
export function joining(joinFiles: readonly string[], command: string[]): string[] {
  return joinFiles.length === 0 ? command : ['sh', '-c', JOIN, 'sh', ...joinFiles, '--', ...command];
}
