import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { FtpAccess, FtpInput, FtpStarted } from '../schemas/site-access.ts';

const ById = v.object({ id: Id });
const access = { audience: 'signed-in', section: 'sites' } as const;

export const siteAccessCalls = {
  startFtp: call({
    method: 'POST',
    path: '/site/ftp',
    summary: 'Open the files of a WordPress site over SFTP for some hours',
    ...access,
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'SITE_UNAVAILABLE', 'TENANT_MISMATCH'],
  })
    .input(FtpInput)
    .output(FtpStarted),
  ftp: call({
    method: 'GET',
    path: '/site/{id}/ftp',
    summary: 'SFTP access to the files of a WordPress site, and who connected',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(FtpAccess),
  endFtp: call({
    method: 'DELETE',
    path: '/site/{id}/ftp',
    summary: 'End the SFTP access of a site and close its connections',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(FtpAccess),
};
