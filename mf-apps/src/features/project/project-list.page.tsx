import { t } from '@panel/core';
import { ButtonLink, EmptyState, Link, RelativeTime, Stack } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { PROJECT_LIST, appOverviewPath, partLabel, projectListQuery } from '@panel/resources/app';
import { ProjectDeleteDialog } from './project-delete.dialog.tsx';

const source = { list: PROJECT_LIST, query: projectListQuery, panels: ['delete'] } as const;
export const prefetch = prefetchList(source);

/** /my-account/projects: applications that belong together. */
export const Component = () => (
  <ListPage
    {...source}
    title={t('Projects')}
    subtitle={t('Applications that belong together, such as a front end and its back end.')}
    caption={t('Projects')}
    columns={[
      { key: 'name', title: t('Name'), sortable: true, render: ({ name }) => name },
      {
        key: 'apps',
        title: t('Applications'),
        render: ({ apps }) => (
          <Stack gap={1}>
            {apps.map(({ id, fqdn, part }) => (
              <span key={id}>
                <Link to={appOverviewPath(id)}>{fqdn}</Link>
                {part !== 'whole' && ` · ${partLabel(part)}`}
              </span>
            ))}
          </Stack>
        ),
      },
      {
        key: 'created_at',
        title: t('Created'),
        sortable: true,
        hideBelow: 'md',
        render: ({ created_at }) => <RelativeTime at={created_at} />,
      },
    ]}
    rowKey={({ id }) => id}
    rowLabel={({ name }) => name}
    rowActions={({ id }, { open }) => [
      { key: 'delete', label: t('Delete'), icon: 'trash', danger: true, onSelect: () => open('delete', id) },
    ]}
    empty={() => (
      <EmptyState
        icon="apps"
        title={t('No projects yet')}
        text={t('An application from a template, and a full-stack application, get a project of their own.')}
        action={
          <ButtonLink kind="primary" icon="plus" to="/new-app">
            {t('New application')}
          </ButtonLink>
        }
      />
    )}
  >
    {({ panel, chosen, close }) =>
      panel === 'delete' && chosen && <ProjectDeleteDialog project={chosen} onClose={close} />
    }
  </ListPage>
);
