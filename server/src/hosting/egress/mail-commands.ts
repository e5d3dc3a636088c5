import type { SMTPServerOptions } from 'smtp-server';

/** A mail with as many recipients as it may have takes half as many. */
const MAX_COMMANDS = 100;

type Entry = { tnx?: string; cid?: string };

/**
 * Counts the commands of each connection, by what the SMTP server logs: it calls nobody for NOOP, RSET or EHLO. A mail that
 * arrived begins a new count.
 * @param onTooMany gets the id of a connection that sent more than 100 commands without a mail
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
