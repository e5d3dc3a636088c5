import { calls } from '../../context/implement.ts';
import { commitChanges, listCommits, readCode, showStudio, startFromTemplate, studioUrl } from './studio.service.ts';

const { studio } = calls;

export const studioRoutes = {
  show: studio.show.handler(({ context, input }) => showStudio(context, input)),
  file: studio.file.handler(({ context, input }) => readCode(context, input)),
  commits: studio.commits.handler(({ context, input }) => listCommits(context, input)),
  commit: studio.commit.handler(({ context, input }) => commitChanges(context, input)),
  start: studio.start.handler(({ context, input }) => startFromTemplate(context, input.id)),
};

export const studioUrlRoutes = {
  studioUrl: calls.app.studioUrl.handler(async ({ context, input }) => ({
    status: true as const,
    url: await studioUrl(context, input.app_id),
  })),
};
