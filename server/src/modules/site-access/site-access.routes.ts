import { calls } from '../../context/implement.ts';
import { endDatabase, linkDatabase, showDatabase, startDatabase } from './database-access.service.ts';
import { endFtp, showArrival, showFtp, startFtp } from './site-access.service.ts';

const { siteAccess } = calls;

export const siteAccessRoutes = {
  startFtp: siteAccess.startFtp.handler(({ context, input }) => startFtp(context, input)),
  ftp: siteAccess.ftp.handler(({ context, input }) => showFtp(context, input.id)),
  ftpFiles: siteAccess.ftpFiles.handler(({ context, input }) => showArrival(context, input.id)),
  endFtp: siteAccess.endFtp.handler(({ context, input }) => endFtp(context, input.id)),
  startMysql: siteAccess.startMysql.handler(({ context, input }) => startDatabase(context, input)),
  mysql: siteAccess.mysql.handler(({ context, input }) => showDatabase(context, input.id)),
  linkMysql: siteAccess.linkMysql.handler(({ context, input }) => linkDatabase(context, input.id)),
  endMysql: siteAccess.endMysql.handler(({ context, input }) => endDatabase(context, input.id)),
};
