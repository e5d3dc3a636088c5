import type { SMTPServerOptions } from 'smtp-server';

/** An email with the maximum number of recipients takes half as many. */
const MAX_COMMANDS = 100;

type Entry = { tnx?: string; cid?: string };

/**
 * Counts the commands of each connection from the SMTP server's log, because it has no callback for NOOP, RSET or
 * EHLO. A received email resets the count.
 * @param onTooMany gets the id of a connection that sent more than 100 commands without an email
 */
export function countCommands(onTooMany: (id: string) => void): NonNullable<SMTPServerOptions['logger']> {
  const counts = new Map<string, number>();
  const debug = ({ tnx, cid = '' }: Entry): void => {
    if (tnx === 'data') counts.delete(cid);
    if (tnx !== 'command') return;
    const count = (counts.get(cid) ?? 0) + 1;
    counts.set(cid, count);
    if (count > MAX_COMMANDS) onTooMany(cid);
  };
  const info = ({ tnx, cid = '' }: Entry): void => {
    if (tnx === 'close') counts.delete(cid);
  };
  const ignore = () => undefined;
  return { level: ignore, trace: ignore, debug, info, warn: ignore, error: ignore, fatal: ignore };
}
