import { defineKind, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { mailReports } from './report-mail.service.ts';

const mailStep: StepDefinition = {
  name: 'mail',
  title: 'Sending reports of the last month',
  retry: { times: 3, backoffSeconds: 60 },
  async run({ app, note, signal }) {
    note(`Reports sent: ${await mailReports(app, signal)}`);
  },
  // A report and the record of it are one transaction.
  check: async () => true,
};

export const reportKinds: TaskKinds = {
  'panel.reports': defineKind({
    label: 'Sending reports',
    resource: 'panel',
    stale: [],
    steps: [mailStep],
  }),
};
