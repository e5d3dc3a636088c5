import { calls } from '../../context/implement.ts';
import { differenceOf, differenceText, publishedDifference } from './staging-difference.ts';
import {
  createStaging,
  publishDate,
  publishStaging,
  refreshStaging,
  revertPublish,
  showStaging,
} from './staging.service.ts';

const { staging } = calls;

export const stagingRoutes = {
  create: staging.create.handler(({ context, input }) => createStaging(context, input)),
  ofParent: staging.ofParent.handler(({ context, input }) => showStaging(context, input.id)),
  difference: staging.difference.handler(({ context, input }) => differenceOf(context, input.id)),
  differenceText: staging.differenceText.handler(({ context, input }) => differenceText(context, input)),
  published: staging.published.handler(({ context, input }) => publishedDifference(context, input.id)),
  publish: staging.publish.handler(({ context, input }) => publishStaging(context, input)),
  publishDate: staging.publishDate.handler(({ context, input }) => publishDate(context, input)),
  revert: staging.revert.handler(({ context, input }) => revertPublish(context, input)),
  refresh: staging.refresh.handler(({ context, input }) => refreshStaging(context, input)),
};
