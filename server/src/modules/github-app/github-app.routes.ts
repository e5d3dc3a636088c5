import { calls } from '../../context/implement.ts';
import { appConnection, beginConnecting, disconnectApp, endConnecting } from './connect.service.ts';
import { showBranches, showInstallations, showRepositories } from './repositories.service.ts';

const { github } = calls;
const OK = { status: true as const };

export const githubAppRoutes = {
  appConnection: github.appConnection.handler(({ context }) => appConnection(context)),
  appConnect: github.appConnect.handler(async ({ context, input }) => ({
    ...OK,
    redirectUrl: await beginConnecting(context, input.next),
  })),
  appCallback: github.appCallback.handler(async ({ context, input }) => ({
    ...OK,
    redirectUrl: await endConnecting(context, input),
  })),
  appDisconnect: github.appDisconnect.handler(async ({ context }) => {
    await disconnectApp(context);
    return OK;
  }),
  appInstallations: github.appInstallations.handler(({ context }) => showInstallations(context)),
  appRepos: github.appRepos.handler(({ context, input }) => showRepositories(context, input)),
  appBranches: github.appBranches.handler(({ context, input }) => showBranches(context, input)),
};
