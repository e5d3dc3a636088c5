/** Whether a branch is one of the patterns, in which `*` stands for any text. Without regular expressions, so the time is bounded. */
export const isPreviewed = (patterns: readonly string[], branch: string): boolean =>
  patterns.length === 0 || patterns.some((pattern) => matches(pattern, branch));

function matches(pattern: string, branch: string): boolean {
  const parts = pattern.split('*');
  const [first = ''] = parts;
  if (parts.length === 1) return branch === first;
  const last = parts.at(-1) ?? '';
  if (!branch.startsWith(first) || !branch.endsWith(last) || branch.length < first.length + last.length) return false;
  let at = first.length;
  const end = branch.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = branch.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
