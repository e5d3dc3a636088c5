/** A certificate with the ones above it, and its private key; both PEM. */
export type Issued = { chain: string; key: string };

/** Why no certificate was issued; the message is for people and says what to do. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  /** Whether the authority could not see that the names are ours: another way of proving them may work. */
  readonly isUnproven: boolean;
  /** Whether the same request may succeed in a minute. */
  readonly isTemporary: boolean;
  constructor(
    message: string,
    {
      isTemporary = false,
      isUnproven = false,
      cause,
    }: { isTemporary?: boolean; isUnproven?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isUnproven = isUnproven;
    this.isTemporary = isTemporary;
  }
}

export type IssueOptions = {
  signal: AbortSignal;
  /** Writes a line to the task's log. */
  note(line: string): void;
  /** Names whose DNS is here, to be proven by a record there instead of by an answer of the edge. */
  byDns?: readonly string[];
};

/** Issues certificates for host names. */
export interface CertificateAuthority {
  readonly kind: 'local' | 'acme';
  /** Whether it answers at once and without limits, so that a certificate may be made while a visitor waits. */
  readonly isInstant: boolean;
  /** @throws CertificateError */
  issue(hosts: readonly string[], options: IssueOptions): Promise<Issued>;
  /** The certificate that browsers have to trust (PEM), where they don't do so by themselves. */
  root(): Promise<string | null>;
}
