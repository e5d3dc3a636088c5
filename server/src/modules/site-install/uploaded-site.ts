import type { UploadedSite } from '../../hosting/driver.ts';
import type { StepContext } from '../../tasks/task-kind.ts';

/** An uploaded zip whose list a thread of uploads reads, in the line of this task. */
export const uploadedSite = ({ app, task }: Pick<StepContext, 'app' | 'task'>, file: string): UploadedSite => ({
  file,
  list: () => app.uploads.run('importFiles', `task ${task.id}`, { file }),
});
