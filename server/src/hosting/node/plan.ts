/**
 * What the jailer does, as JSON in the first line of its standard input. A later line `stop` ends the command in an orderly
 * way; the end of the input ends it at once. The jailer writes one report a line, see `REPORTS`.
 */
export type JailPlan = {
  /** Files to which it writes `0`, before anything of the application exists. */
  join: readonly string[];
  seccomp: string | null;
  /** Arguments of bubblewrap, which it reads from a descriptor: every user of the machine can read those of its start. */
  bubble: readonly string[];
  command: readonly string[];
  /** From the panel to the application: a Unix socket, and the port inside. */
  inbound: { socket: string; port: number } | null;
  /** From the application to the panel: a port inside, a Unix socket, and how many connections it takes at once. */
  outbound: readonly { port: number; socket: string; most?: number }[];
  output: KeptLog | ReportedLines;
  /** How long the command gets to end after SIGTERM. */
  graceMs: number;
};

/** What a server writes, in a file that is rotated once. */
export type KeptLog = { kind: 'file'; file: string; maxBytes: number };

/** What a build writes: lines for the panel, of which the middle is left out. */
export type ReportedLines = { kind: 'lines'; headBytes: number; tailBytes: number; secrets: readonly string[] };

/** The first character of a report. */
export const REPORTS = { line: 'l', leftOut: 'o', answer: 'a', listening: 's', ended: 'e', failed: 'f' } as const;

/** The longest answer of a program of ours inside, which it writes to descriptor 5. */
export const LONGEST_ANSWER = 256 * 1024;
export const ANSWER_DESCRIPTOR = 5;
export const ARGUMENTS_DESCRIPTOR = 6;
