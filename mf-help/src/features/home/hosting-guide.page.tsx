import { t, useCanOpen } from '@panel/core';
import { Navigate, useLocation } from '@panel/core/router';
import { ButtonLink, Card, Link, Page, Stack } from '@panel/ui';
import { HOSTING_GUIDES } from './hosting-topics.ts';

/** /help/application-hosting/…: one way to an application, step by step. */
export function Component() {
  const { pathname } = useLocation();
  const canOpen = useCanOpen();
  const guide = HOSTING_GUIDES.find(({ path }) => pathname.endsWith(`/${path}`));
  if (!guide) return <Navigate to="/help" replace />;
  return (
    <Page title={guide.title} subtitle={guide.subtitle} width="form">
      <Stack gap={4}>
        <Card>
          <Stack gap={3}>
            <ol className="p-list">
              {guide.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {canOpen(guide.link.to) && (
              <div>
                <ButtonLink to={guide.link.to}>{guide.link.label}</ButtonLink>
              </div>
            )}
          </Stack>
        </Card>
        <Card title={t('Other ways')}>
          <ul className="p-list">
            {HOSTING_GUIDES.filter(({ path }) => path !== guide.path).map(({ path, title }) => (
              <li key={path}>
                <Link to={`/help/application-hosting/${path}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </Card>
      </Stack>
    </Page>
  );
}
