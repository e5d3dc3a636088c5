import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, type PageContext, t } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { Banner, ButtonLink, Page, StatusBadge } from '@panel/ui';
import {
  migrationPath,
  migrationQuery,
  MIGRATIONS_PATH,
  NEW_MIGRATION_PATH,
  nextStep,
} from '@panel/resources/migration';
import { MigrationFacts } from './migration-facts.tsx';

export function prefetch({ search }: PageContext) {
  const id = search.get('id');
  return id && queryClient.prefetchQuery(migrationQuery(id));
}

/** /create-new-site/migration/finish?id={id}: the address holds everything, so a reload loses nothing. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return id ? <Finish id={id} /> : <Navigate to={NEW_MIGRATION_PATH} replace />;
}

function Finish({ id }: { id: string }) {
  const { data: migration } = useSuspenseQuery(migrationQuery(id));
  return (
    <Page
      title={t('We received your migration')}
      badge={<StatusBadge status={migration.status} kind="migration" />}
      width="form"
    >
      <Banner kind="info">{nextStep(migration)}</Banner>
      <MigrationFacts migration={migration} />
      <div className="p-form-foot">
        <ButtonLink to={MIGRATIONS_PATH}>{t('All migrations')}</ButtonLink>
        <ButtonLink kind="primary" to={migrationPath(id)}>
          {t('See migration')}
        </ButtonLink>
      </div>
    </Page>
  );
}
