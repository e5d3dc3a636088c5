const STACK_LENGTH = 4000;

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Frames only: some browsers repeat the message, which may have lines of its own, above them. */
export function framesOf(cause: unknown): string {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /:\d+:\d+\)?$/.test(line))
    .map((line) => line.trim())
    .join('\n')
    .slice(0, STACK_LENGTH);
}

/** What a beacon reports about code that threw: the page with the message, and where. */
export function reportOf(page: string, cause: unknown): { detail: string; stack?: string } {
  const stack = framesOf(cause);
  return { detail: `${page}: ${messageOf(cause)}`, ...(stack && { stack }) };
}
