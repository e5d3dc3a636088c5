import { calls } from '../../context/implement.ts';
import { deployLatest } from './site-source.service.ts';

/** What a site's repository adds to the calls of GitHub. */
export const sourceRoutes = {
  deploy: calls.github.deploy.handler(({ context, input }) => deployLatest(context, input.id)),
};
