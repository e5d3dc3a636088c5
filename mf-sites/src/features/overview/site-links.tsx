import type { SiteOverview } from '@panel/core';
import { Button, ButtonLink } from '@panel/ui';
import { cannotVisit } from '@panel/resources/site';

/** The most frequent actions: view the site, and work in it. */
export function SiteLinks({ overview: { site, wordpress } }: { overview: SiteOverview }) {
  const reason = cannotVisit(site);
  if (reason)
    return (
      <Button icon="globe" disabledReason={reason}>
        Open site
      </Button>
    );
  return (
    <>
      {wordpress && (
        <ButtonLink icon="key" href={wordpress.admin_url} newTab>
          Log in to wp-admin
        </ButtonLink>
      )}
      <ButtonLink kind="primary" icon="globe" href={site.url} newTab>
        Open site
      </ButtonLink>
    </>
  );
}
