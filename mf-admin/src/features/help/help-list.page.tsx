import { t } from '@panel/core';
import { Badge, ButtonLink, ConfirmDestroy, EmptyState, Inline, Link, RelativeTime, type MenuItem } from '@panel/ui';
import { ListPage, prefetchList, type Column } from '@panel/ui/data';
import { HELP_LIST, helpListQuery, usePublishHelp, useRemoveHelp, type HelpDraftRow } from '@panel/resources/help';

const source = {
  list: HELP_LIST,
  query: helpListQuery,
  rowKey: ({ id }: HelpDraftRow) => id,
  panels: ['delete'],
} as const;
export const prefetch = prefetchList(source);

const WRITE = '/admin/help/write';

/** What readers see of an article. */
export function PublishedBadge({ article: { version, published_version: published } }: { article: HelpDraftRow }) {
  if (published === null) return <Badge tone="neutral">{t('Draft')}</Badge>;
  if (published === version) return <Badge tone="success">{t('Published')}</Badge>;
  return <Badge tone="info">{t('Published, with newer changes')}</Badge>;
}

const columns: readonly Column<HelpDraftRow>[] = [
  {
    key: 'title',
    title: t('Article'),
    sortable: true,
    render: ({ id, title }) => <Link to={`${WRITE}/${id}`}>{title}</Link>,
  },
  { key: 'slug', title: t('Address'), sortable: true, render: ({ slug }) => `/help/article/${slug}` },
  { key: 'published', title: t('Status'), render: (article) => <PublishedBadge article={article} /> },
  { key: 'updated_at', title: t('Changed'), hideBelow: 'md', render: ({ updated_at: at }) => <RelativeTime at={at} /> },
];

function DeleteDialog({ article, onClose }: { article: HelpDraftRow; onClose: () => void }) {
  const remove = useRemoveHelp();
  return (
    <ConfirmDestroy
      open
      title={t('Delete article')}
      name={article.title}
      facts={{ goes: [t('The article with all its versions')], stays: [t('What readers said about it')] }}
      confirmations={[]}
      confirmLabel={t('Delete article')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id: article.id }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

const Write = () => (
  <ButtonLink kind="primary" icon="plus" call="help.create" to={WRITE}>
    {t('Write an article')}
  </ButtonLink>
);

/** /admin/help: the partner's own help articles. */
export function Component() {
  const { mutate: publish } = usePublishHelp();
  const actions = (row: HelpDraftRow, remove: () => void): MenuItem[] => [
    { key: 'edit', call: 'help.save', label: t('Edit'), icon: 'edit', to: `${WRITE}/${row.id}` },
    row.published_version === null
      ? {
          key: 'publish',
          call: 'help.publish',
          label: t('Publish'),
          icon: 'check-circle',
          onSelect: () => publish({ id: row.id, published: true }),
        }
      : {
          key: 'unpublish',
          call: 'help.publish',
          label: t('Take back to a draft'),
          icon: 'close',
          onSelect: () => publish({ id: row.id, published: false }),
        },
    {
      key: 'delete',
      call: 'help.remove',
      label: t('Delete'),
      icon: 'trash',
      danger: true,
      separated: true,
      onSelect: remove,
    },
  ];
  return (
    <ListPage
      {...source}
      title={t('Help articles')}
      subtitle={t('What you explain to your customers, beside the articles that come with the panel.')}
      actions={() => (
        <Inline gap={2}>
          <ButtonLink to="/admin/help/feedback">{t('Feedback')}</ButtonLink>
          <Write />
        </Inline>
      )}
      caption={t('Help articles')}
      columns={columns}
      rowLabel={({ title }) => title}
      rowActions={(row, { open }) => actions(row, () => open('delete', row.id))}
      search={t('Search articles')}
      empty={() => (
        <EmptyState
          icon="book"
          preview
          title={t('No articles of your own yet')}
          text={t(
            'Write one about your support or your prices. Give it the address of an article of the panel to replace that one.',
          )}
          action={<Write />}
        />
      )}
    >
      {({ panel, chosen, close }) => panel === 'delete' && chosen && <DeleteDialog article={chosen} onClose={close} />}
    </ListPage>
  );
}
