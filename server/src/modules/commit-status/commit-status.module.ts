import { defineModule } from '../../tasks/define-module.ts';
import { tellCommits } from './tell-commits.ts';

const TELL_EVERY_MS = 3_000;

export const commitStatusModule = defineModule({
  chores: [{ name: 'telling commits of their builds', everyMs: TELL_EVERY_MS, beside: true, run: tellCommits }],
});
