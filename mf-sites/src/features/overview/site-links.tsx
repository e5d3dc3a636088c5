import type { SiteOverview } from '@panel/core';
import { Button, ButtonLink } from '@panel/ui';
import { cannotVisit, toolsPath } from '@panel/resources/site';
import { stagingPath } from '@panel/resources/staging';
import { useAdminLogin } from '@panel/resources/site-tool';

/** The most frequent actions: view the site, and work in it. */
export function SiteLinks({ overview: { site, wordpress } }: { overview: SiteOverview }) {
  const { logIn, isPending } = useAdminLogin();
  const reason = cannotVisit(site);
  const tools = site.site_id && wordpress && (
    <>
      <ButtonLink icon="branch" to={stagingPath(site.parent_id ?? site.site_id)}>
        Staging
      </ButtonLink>
      <ButtonLink icon="terminal" to={toolsPath(site.site_id)}>
        Tools
      </ButtonLink>
    </>
  );
  if (reason)
    return (
      <>
        {tools}
        <Button icon="globe" disabledReason={reason}>
          Open site
        </Button>
      </>
    );
  return (
    <>
      {tools}
      {wordpress && (
        <Button icon="key" loading={isPending} onClick={() => logIn(site.site_id ?? '')}>
          Log in to wp-admin
        </Button>
      )}
      <ButtonLink kind="primary" icon="globe" href={site.url} newTab>
        Open site
      </ButtonLink>
    </>
  );
}
