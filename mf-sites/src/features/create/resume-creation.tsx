import { useQuery } from '@tanstack/react-query';
import { usePartner, t } from '@panel/core';
import { Banner, Button, ButtonLink, Inline } from '@panel/ui';
import { ownSiteQuery } from '@panel/resources/site';
import { publishPath, useStoredStaticDraft } from '../create-static/static-store.ts';
import { fqdnOf, useStoredDraft } from './draft-store.ts';

/** Opens the first incomplete step of the draft. */
const RESUME_PATH = '/create-site-with-wordpress/finalize-and-confirm';

type UnfinishedProps = {
  /** Empty as long as it was not entered. */
  name: string;
  fqdn: string;
  title?: string;
  to: string;
  onDiscard: () => void;
};

function Unfinished({ name, fqdn, title = '', to, onDiscard }: UnfinishedProps) {
  // The site may have come of it meanwhile, in another tab or after its page was left.
  const { data: own } = useQuery({ ...ownSiteQuery(fqdn), enabled: name !== '' });
  const isOpen = name === '' ? title !== '' : own === null;
  if (!isOpen) return null;
  return (
    <Banner
      kind="info"
      title={name ? t('You started to create {fqdn}', { fqdn }) : t('You started to create “{title}”', { title })}
      action={
        <Inline>
          <Button onClick={onDiscard}>{t('Discard')}</Button>
          <ButtonLink to={to}>{t('Resume creation')}</ButtonLink>
        </Inline>
      }
    >
      {t('Nothing was created yet. We kept what you entered.')}
    </Banner>
  );
}

/** Finds the drafts of sites that were not created yet: one with WordPress, and one without. */
export function ResumeCreation() {
  const partner = usePartner();
  const { draft, clear } = useStoredDraft();
  const statics = useStoredStaticDraft();
  return (
    <>
      <Unfinished {...draft} fqdn={fqdnOf(draft, partner)} to={RESUME_PATH} onDiscard={clear} />
      <Unfinished
        name={statics.draft.name}
        fqdn={statics.fqdn}
        to={publishPath(statics.draft)}
        onDiscard={statics.clear}
      />
    </>
  );
}
