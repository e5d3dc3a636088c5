import { Fqdn } from '@panel/contract';
import * as v from 'valibot';
import { machinesConfig, machineVariables, type MachinesConfig, type MachinesParsed } from './machines.ts';
import { bucket, folder, positive } from './schemas.ts';

const place = v.union([bucket, v.pipe(v.string(), v.regex(/^\//), folder)]);

/** The variables of backups of the whole installation, of what a new one begins with, and of its machines. */
export const installationVariables = {
  ...machineVariables,
  BACKUP_TO: {
    schema: place,
    fallback: undefined,
    allowed:
      'an absolute path of a folder outside of DATA_DIR, an address like s3://key:secret@s3.example.com/bucket/prefix?region=eu-central-1, or nothing for no backups of the installation',
  },
  BACKUP_KEY_FILE: {
    schema: folder,
    fallback: undefined,
    allowed: 'a file with the passphrase of backups of the installation',
  },
  BACKUP_HOURS: { schema: positive, fallback: '24', allowed: 'a number of hours above 0' },
  BACKUP_KEEP: { schema: positive, fallback: '7', allowed: 'a number of backups above 0' },
  OPERATOR_EMAIL: {
    schema: v.pipe(v.string(), v.email(), v.toLowerCase()),
    fallback: undefined,
    allowed: 'the email address of the first operator of a new installation, or nothing',
  },
  SITES_DOMAIN: {
    schema: Fqdn,
    fallback: undefined,
    allowed: 'a domain like sites.example.net, below which sites of the first partner get their addresses, or nothing',
  },
  NAMESERVER_DOMAIN: {
    schema: Fqdn,
    fallback: undefined,
    allowed: 'a domain like dns.example.net, below which customers of the first partner get name servers, or nothing',
  },
} as const;

type Parsed = MachinesParsed & {
  BACKUP_TO: string | undefined;
  BACKUP_KEY_FILE: string | undefined;
  BACKUP_HOURS: number;
  BACKUP_KEEP: number;
  OPERATOR_EMAIL: string | undefined;
  SITES_DOMAIN: string | undefined;
  NAMESERVER_DOMAIN: string | undefined;
};

export type InstallationConfig = MachinesConfig & {
  /** Where the panel itself puts backups of the whole installation: a folder or the address of a bucket; undefined means never. */
  backupTo: string | undefined;
  /** The file with their passphrase; without it none are made. */
  backupKeyFile: string | undefined;
  backupHours: number;
  /** How many of them stay. */
  backupKeep: number;
  /** Whom a new installation begins with, at the host of its own address; undefined means that nothing is created. */
  firstOperator: { email: string; sitesDomain: string; nameserverDomain?: string | undefined } | undefined;
};

export const installationConfig = (parsed: Parsed): InstallationConfig => ({
  ...machinesConfig(parsed),
  backupTo: parsed.BACKUP_TO,
  backupKeyFile: parsed.BACKUP_KEY_FILE,
  backupHours: parsed.BACKUP_HOURS,
  backupKeep: Math.ceil(parsed.BACKUP_KEEP),
  firstOperator:
    parsed.OPERATOR_EMAIL && parsed.SITES_DOMAIN
      ? {
          ...{ email: parsed.OPERATOR_EMAIL, sitesDomain: parsed.SITES_DOMAIN },
          nameserverDomain: parsed.NAMESERVER_DOMAIN,
        }
      : undefined,
});
