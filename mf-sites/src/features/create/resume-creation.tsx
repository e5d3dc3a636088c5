import { useQuery } from '@tanstack/react-query';
import { usePartner } from '@panel/core';
import { Banner, Button, ButtonLink, Inline } from '@panel/ui';
import { ownSiteQuery } from '@panel/resources/site';
import { fqdnOf, useStoredDraft } from './draft-store.ts';

/** Opens the first incomplete step of the draft. */
const RESUME_PATH = '/create-site-with-wordpress/finalize-and-confirm';

/** Finds the draft of a site that was not created yet. */
export function ResumeCreation() {
  const { draft, clear } = useStoredDraft();
  const { name } = draft;
  const fqdn = fqdnOf(draft, usePartner());
  // The site may have come of it meanwhile, in another tab or after its page was left.
  const { data: own } = useQuery({ ...ownSiteQuery(fqdn), enabled: name !== '' });
  const isOpen = name === '' ? draft.title !== '' : own === null;
  if (!isOpen) return null;
  return (
    <Banner
      kind="info"
      title={`You started to create ${name ? fqdn : `“${draft.title}”`}`}
      action={
        <Inline>
          <Button onClick={clear}>Discard</Button>
          <ButtonLink to={RESUME_PATH}>Resume creation</ButtonLink>
        </Inline>
      }
    >
      Nothing was created yet. We kept what you entered.
    </Banner>
  );
}
