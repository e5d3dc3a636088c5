import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import {
  DatabaseAccess,
  DatabaseLink,
  FtpAccess,
  FtpFiles,
  FtpInput,
  FtpStarted,
  MysqlInput,
} from '../schemas/site-access.ts';

const ById = v.object({ id: Id });
const access = { audience: 'signed-in', section: 'sites' } as const;

export const siteAccessCalls = {
  startFtp: call({
    neverKept: true,
    method: 'POST',
    path: '/site/ftp',
    summary: 'Open the files of a site over SFTP for some hours',
    ...access,
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'SITE_UNAVAILABLE', 'TENANT_MISMATCH'],
  })
    .input(FtpInput)
    .output(FtpStarted),
  ftp: call({
    method: 'GET',
    path: '/site/{id}/ftp',
    summary: 'SFTP access to the files of a site, and who connected',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(FtpAccess),
  ftpFiles: call({
    method: 'GET',
    path: '/site/{id}/ftp/files',
    summary: 'Whether the files of a site without WordPress have arrived, checked now',
    ...access,
    errors: ['NOT_FOUND', 'SITE_NOT_READY'],
    heavy: {},
  })
    .input(ById)
    .output(FtpFiles),
  endFtp: call({
    method: 'DELETE',
    path: '/site/{id}/ftp',
    summary: 'End the SFTP access of a site and close its connections',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(FtpAccess),
  startMysql: call({
    neverKept: true,
    method: 'POST',
    path: '/site/mysql',
    summary: 'Open the database of a WordPress site in the browser for some hours',
    ...access,
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'SITE_UNAVAILABLE', 'TENANT_MISMATCH'],
  })
    .input(MysqlInput)
    .output(DatabaseLink),
  mysql: call({
    method: 'GET',
    path: '/site/{id}/mysql',
    summary: 'Access to the database of a WordPress site in the browser',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(DatabaseAccess),
  linkMysql: call({
    neverKept: true,
    method: 'POST',
    path: '/site/{id}/mysql/link',
    summary: 'Make another link to the open database of a site; earlier ones end',
    ...access,
    errors: ['NOT_FOUND', 'SITE_NOT_READY'],
  })
    .input(ById)
    .output(DatabaseLink),
  endMysql: call({
    method: 'DELETE',
    path: '/site/{id}/mysql',
    summary: 'End the access to the database of a site',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(DatabaseAccess),
};
