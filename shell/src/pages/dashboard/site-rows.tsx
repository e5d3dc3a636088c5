import { isEnded, t, told, useTask, type Site } from '@panel/core';
import { HealthBadge, RelativeTime, ResourceName } from '@panel/ui';
import { pagePath, siteName } from '@panel/resources/site';

/** Progress of a site's task, as the server reports it. */
function Work({ taskId }: { taskId: string }) {
  const { data: task } = useTask(taskId);
  if (!task || isEnded(task)) return null;
  const step = task.steps.find(({ state }) => state === 'running');
  return (
    <div className="d-work">
      <progress max={100} value={task.percent} aria-label={t('{percent} percent done', { percent: task.percent })} />
      <span>{step ? `${told(step.title, step)}, ${task.percent} %` : `${task.percent} %`}</span>
    </div>
  );
}

/** A few sites with their status; sites that can be opened are links. */
export const SiteRows = ({ sites }: { sites: readonly Site[] }) => (
  <ul className="d-rows">
    {sites.map((site) => (
      <li key={site.infra_domain_id} className="d-row">
        <div className="d-name">
          <ResourceName {...siteName(site)} to={pagePath(site)} />
          {site.task_id && <Work taskId={site.task_id} />}
        </div>
        <span className="d-side">
          <RelativeTime at={site.created_at} />
        </span>
        <HealthBadge status={site.status} health={site.health} />
      </li>
    ))}
  </ul>
);
