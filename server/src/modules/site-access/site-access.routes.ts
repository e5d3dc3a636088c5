import { calls } from '../../http/implement.ts';
import { endFtp, showFtp, startFtp } from './site-access.service.ts';

const { siteAccess } = calls;

export const siteAccessRoutes = {
  startFtp: siteAccess.startFtp.handler(({ context, input }) => startFtp(context, input)),
  ftp: siteAccess.ftp.handler(({ context, input }) => showFtp(context, input.id)),
  endFtp: siteAccess.endFtp.handler(({ context, input }) => endFtp(context, input.id)),
};
