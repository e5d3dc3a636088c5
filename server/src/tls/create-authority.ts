import type { Config } from '../config.ts';
import type { Clock } from '../process/clock-and-log.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import { createLocalAuthority } from './local-authority.ts';

/** What issues the certificates of hosted sites. */
export const createAuthority = (config: Config, clock: Clock): CertificateAuthority =>
  createLocalAuthority(config.dataDir, clock);
