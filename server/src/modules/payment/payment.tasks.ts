import { defineKind, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { reconcileAll } from './reconcile.ts';

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

/** What lost events and ended processes have left behind, every five minutes. */
export const paymentKinds: TaskKinds = {
  'panel.payments': defineKind({
    label: 'Comparing purchases',
    resource: 'panel',
    stale: [],
    steps: [reconcileStep],
  }),
};
