/** Errors of backups of the whole installation (ADR 0131), and of the certificates of its panels (ADR 0136). */
export const installationErrors = {
  INSTALLATION_BACKUP_OFF: {
    httpStatus: 409,
    title: 'No backup was asked for',
    message:
      'The panel cannot make backups of the installation by itself. Set BACKUP_TO and BACKUP_KEY_FILE, or run npm run backup.',
  },
  INSTALLATION_BACKUP_UNREADABLE: {
    httpStatus: 409,
    title: 'The backup could not be read',
    message: 'What the storage has of this backup could not be read: {reason}',
  },
  NO_PANEL_CERTIFICATE: {
    httpStatus: 409,
    title: 'No certificate can be requested',
    message:
      'HTTPS is off or ends before the panel, the panel of this partner is closed, or its host is not a public name.',
  },
} as const;
