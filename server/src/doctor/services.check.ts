import { lookup } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { HOUR_MS, isOverdue, whyNotSealed } from '../installation/backup-rules.ts';
import { lastBackup } from '../installation/last-backup.ts';
import { HEALTH_PATH } from '../listen/http-server.ts';
import { openStorage } from '../storage/open-storage.ts';
import { notice, right, wrong, type Check } from './findings.ts';

const ANSWER_MS = 5_000;

const reason = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};

/** Whether the panel itself answers, on this machine. */
export const panel = ({ port, hosts }: Pick<Config, 'port' | 'hosts'>): Check => ({
  about: 'Panel',
  async look() {
    const [host = '127.0.0.1'] = hosts;
    const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
    try {
      const { status } = await fetch(`http://${at}:${port}${HEALTH_PATH}`, { signal: AbortSignal.timeout(ANSWER_MS) });
      return [
        status === 200
          ? right(`It answers on port ${port}.`)
          : wrong(
              `It answers on port ${port} with status ${status}.`,
              'Read its log, and what is said about the database below.',
            ),
      ];
    } catch (error) {
      return [
        notice(`It does not answer on port ${port}: ${reason(error)}.`, 'Start it with `npm start`, or check PORT.'),
      ];
    }
  },
});

/** Whether its public name leads somewhere. */
export const publicName = ({ publicUrl }: Pick<Config, 'publicUrl'>): Check => ({
  about: 'Public address',
  async look() {
    const { hostname, protocol } = new URL(publicUrl);
    if (hostname === 'localhost' || hostname.endsWith('.localhost'))
      return [
        notice(`${publicUrl} is this machine alone.`, 'For others, set PUBLIC_URL to the panel’s https address.'),
      ];
    const found =
      protocol === 'https:'
        ? [right('It is HTTPS.')]
        : [wrong(`${publicUrl} is not encrypted.`, 'Set PUBLIC_URL to an https address.')];
    const addresses = await lookup(hostname, { all: true }).catch(() => []);
    found.push(
      addresses.length > 0
        ? right(`${hostname} is at ${addresses.map(({ address }) => address).join(', ')}.`)
        : wrong(`${hostname} has no address.`, 'Add an A or AAAA record for it.'),
    );
    return found;
  },
});

/** Whether emails leave this machine. */
export const mail = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): Check => ({
  about: 'Email',
  async look() {
    if (!smtpUrl)
      return [
        notice('Emails are caught, and reach nobody.', 'Set SMTP_URL to your mail server and MAIL_FROM to the sender.'),
      ];
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: ANSWER_MS,
      greetingTimeout: ANSWER_MS,
      socketTimeout: ANSWER_MS,
    });
    try {
      await transport.verify();
      return [right('The mail server takes emails of this panel.')];
    } catch (error) {
      return [
        wrong(
          `The mail server refuses: ${reason(error)}.`,
          'Check the address, the user and the password in SMTP_URL.',
        ),
      ];
    } finally {
      transport.close();
    }
  },
});

/** Whether backups have a place that answers, and one that this machine does not take with it. */
export const backups = (config: Pick<Config, 'storageUrl' | 'dataDir'>): Check => ({
  about: 'Backups',
  async look() {
    const storage = await openStorage(config);
    try {
      await storage.isEmpty('doctor');
      return config.storageUrl
        ? [right(`${storage.place} answers.`)]
        : [
            notice(
              `Backups lie beside the sites: ${storage.place}.`,
              'Set STORAGE_URL to a bucket of another machine, so that both are never lost at once.',
            ),
          ];
    } catch (error) {
      return [
        wrong(`${storage.place} does not answer: ${reason(error)}.`, 'Check STORAGE_URL, and the rights of its key.'),
      ];
    } finally {
      storage.close();
    }
  },
});

/** Checks that the installation has a recent backup and that the panel can make the next one. */
export const installationBackup = (
  config: Pick<Config, 'dataDir' | 'backupTo' | 'backupHours' | 'backupKeyFile'>,
  now = new Date(),
): Check => ({
  about: 'Backup of the installation',
  async look() {
    const { dataDir, backupTo, backupHours } = config;
    const last = await lastBackup(dataDir);
    const why = whyNotSealed(config);
    const sealing =
      why === null
        ? []
        : [wrong(why, 'Set BACKUP_KEY_FILE to a file with a passphrase that the user of the panel may read.')];
    if (last === null)
      return [
        ...sealing,
        (backupTo ? wrong : notice)(
          'There is no backup of the whole installation: with this machine, everything is lost.',
          backupTo
            ? 'BACKUP_TO is set, and none was made. Read the log of the panel, which says why, or run `npm run backup`.'
            : 'Set BACKUP_TO and BACKUP_KEY_FILE, or run `npm run backup`. docs/guides/backup-and-restore.md says how.',
        ),
      ];
    const hours = Math.floor((now.getTime() - Date.parse(last.at)) / HOUR_MS);
    const found = [
      ...sealing,
      !isOverdue(last.at, backupHours, now)
        ? right(`The last one, in the ${last.place}, is ${hours} hours old.`)
        : wrong(
            `The last one, in the ${last.place}, is ${hours} hours old; one is due every ${backupHours}.`,
            'Read the log of the panel, which says why it failed, or run `npm run backup` and read what it says.',
          ),
    ];
    if (!backupTo)
      found.push(
        notice('The panel makes none by itself.', 'Set BACKUP_TO and BACKUP_KEY_FILE, or start it by a timer.'),
      );
    return found;
  },
});
