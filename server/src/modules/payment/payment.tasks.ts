import { defineKind, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { followEmails } from './payer-email.ts';
import { reconcileOpenRefunds } from './reconcile-refunds.ts';
import { reconcileAll } from './reconcile.ts';
import { remindUnpaid } from './reminders.ts';
import { remindTrials } from './trial-notice.ts';
import { lookAtLimits } from './usage.service.ts';

const reconcileStep: StepDefinition = {
  name: 'reconcile',
  title: 'Comparing purchases with the payment provider',
  retry: { times: 3, backoffSeconds: 60 },
  async run({ app, note }) {
    const { asked, failed } = await reconcileAll(app);
    note(`Compared: ${asked}. Not reachable: ${failed}`);
  },
  // What could not be compared now is compared with the next run.
  check: async () => true,
};

const refundStep: StepDefinition = {
  name: 'refunds',
  title: 'Comparing refunds with the payment provider',
  retry: { times: 3, backoffSeconds: 60 },
  async run({ app, note }) {
    const { asked, failed } = await reconcileOpenRefunds(app);
    note(`Compared: ${asked}. Not reachable: ${failed}`);
  },
  // What could not be compared now is compared with the next run.
  check: async () => true,
};

const emailStep: StepDefinition = {
  name: 'emails',
  title: 'Giving the payment provider emails that have changed',
  async run({ app, note, signal }) {
    note(`Changed: ${await followEmails(app, signal)}`);
  },
  // What could not be changed now is changed with the next run.
  check: async () => true,
};

const again = { times: 3, backoffSeconds: 60 };

const remindStep: StepDefinition = {
  name: 'remind',
  title: 'Reminding owners of licenses that could not be renewed',
  retry: again,
  async run({ app, note }) {
    note(`Reminded: ${await remindUnpaid(app)}`);
  },
  // A reminder and the record of it are one transaction.
  check: async () => true,
};

const trialStep: StepDefinition = {
  name: 'trials',
  title: 'Reminding owners of trials that end soon',
  retry: again,
  async run({ app, note }) {
    note(`Reminded: ${await remindTrials(app)}`);
  },
  // A reminder and the record of it are one transaction.
  check: async () => true,
};

const limitStep: StepDefinition = {
  name: 'limits',
  title: 'Comparing usage with the limits of plans',
  retry: again,
  async run({ app, note }) {
    note(`Notified: ${await lookAtLimits(app)}`);
  },
  // A notification and the record of it are one transaction.
  check: async () => true,
};

/** What lost events and ended processes have left behind, every five minutes; usage and its limits, hourly. */
export const paymentKinds: TaskKinds = {
  'panel.payments': defineKind({
    label: 'Comparing purchases',
    resource: 'panel',
    stale: [],
    steps: [reconcileStep, refundStep, remindStep, trialStep, emailStep],
  }),
  'panel.limits': defineKind({
    label: 'Comparing usage with limits',
    resource: 'panel',
    stale: [],
    steps: [limitStep],
  }),
};
