import { t, type AppProject } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { useDeleteProject } from '@panel/resources/app';

/** Deletes a project with its applications, or nothing of it. */
export function ProjectDeleteDialog({ project, onClose }: { project: AppProject; onClose: () => void }) {
  const remove = useDeleteProject(onClose);
  return (
    <ConfirmDestroy
      open
      title={t('Delete project')}
      name={project.name}
      facts={{
        goes: [
          t('The project'),
          ...project.apps.map(({ fqdn }) => t('The application {fqdn} with its releases', { fqdn })),
        ],
        stays: [t('Your repositories'), t('Your other applications')],
      }}
      confirmations={[]}
      confirmLabel={t('Delete project')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(project.id)}
      onClose={onClose}
    />
  );
}
