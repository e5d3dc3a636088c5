import type { InstallationBackupDetails, InstallationBackups, StoredInstallationBackups } from '@panel/contract';

/** What operators see of the backups of the whole installation, which are made outside of the modules. */
export type InstallationPort = {
  overview(): Promise<InstallationBackups>;
  /** What the storage lists, within seconds; a storage that does not answer is a state. */
  stored(): Promise<StoredInstallationBackups>;
  /**
   * What a backup does not have; null when the storage does not list it.
   * @throws PanelError INSTALLATION_BACKUP_UNREADABLE
   */
  details(id: string): Promise<InstallationBackupDetails | null>;
  /** Asks for a backup. @throws PanelError INSTALLATION_BACKUP_OFF where the panel makes none */
  request(): Promise<void>;
};
