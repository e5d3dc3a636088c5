import { calls } from '../../context/implement.ts';
import * as service from './github.service.ts';

const { github } = calls;

export const githubRoutes = {
  createRepo: github.createRepo.handler(async ({ context, input }) => {
    const api = await service.githubOfCaller(context);
    return { status: true, data: await api.createRepo(input.repo_name, input.repo_visibility === 'private') };
  }),
  repos: github.repos.handler(async ({ context }) => (await service.githubOfCaller(context)).repos()),
  branches: github.branches.handler(({ context, input }) => service.githubBranches(context, input)),
  deployment: github.deployment.handler(({ context, input }) => service.githubDeployment(context, input.siteId)),
  getToken: github.getToken.handler(({ context, input }) => service.connectGithub(context, input.access_token)),
  connection: github.connection.handler(({ context }) => service.githubConnection(context)),
  disconnect: github.disconnect.handler(async ({ context }) => {
    await service.disconnectGithub(context);
    return { status: true };
  }),
};
