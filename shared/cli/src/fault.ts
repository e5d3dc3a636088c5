/** Exit codes, documented in README.md. */
export const EXIT = { refused: 1, usage: 2, signedOut: 3, notFound: 4, unreachable: 5, interrupted: 130 } as const;

type Details = { fields?: Readonly<Record<string, string>>; code?: string };

/** What ends the program with one clear sentence; `fields` are the server's words about single values. */
export class Fault extends Error {
  readonly exit: number;
  readonly fields: Readonly<Record<string, string>>;
  /** The server's code, where the sentence is the server's. */
  readonly code: string | undefined;

  constructor(message: string, exit: number, { fields = {}, code }: Details = {}) {
    super(message);
    this.exit = exit;
    this.fields = fields;
    this.code = code;
  }
}

export const usage = (message: string): Fault => new Fault(message, EXIT.usage);
