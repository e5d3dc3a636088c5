import { useEffect, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t, useDirty } from '@panel/core';
import { Button, ButtonLink, Card, CopyText, Inline, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { overviewPath, siteOverviewQuery } from '@panel/resources/site';
import { useAdminLogin } from '@panel/resources/site-tool';
import { useSiteDraft } from './site-draft.ts';
import { isInstalled } from './sources.ts';

/** Only WordPress has a login of its own. */
const titleOf = (hasLogin: boolean): string => (hasLogin ? t('Log in and start') : t('Your new site'));

/** The new site: its address and how to sign in. Removes the draft. */
export function FinishReady({ siteId }: { siteId: string }) {
  const { data: overview } = useSuspenseQuery(siteOverviewQuery(siteId));
  const { site, wordpress } = overview;
  const { logIn, isPending } = useAdminLogin();
  const { draft, password, discard, fqdn } = useSiteDraft();
  // The last chance to copy a generated password; clearing the draft drops it from memory.
  const [chosen] = useState(fqdn === site.fqdn && isInstalled(draft.source) ? password : '');
  useDirty(chosen !== '', false);
  const isOwnDraft = fqdn === site.fqdn;
  useEffect(() => {
    if (isOwnDraft) discard();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for the draft that this site was made from
  }, [isOwnDraft]);
  return (
    <Card
      title={titleOf(wordpress !== null)}
      footer={
        <>
          {wordpress && (
            <Button kind="primary" icon="key" loading={isPending} onClick={() => logIn(siteId)}>
              {t('Log in to wp-admin')}
            </Button>
          )}
          <ButtonLink kind={wordpress ? 'default' : 'primary'} icon="globe" href={site.url} newTab>
            {t('Open site')}
          </ButtonLink>
          <ButtonLink to={overviewPath(siteId)}>{t('Manage site')}</ButtonLink>
        </>
      }
    >
      <DataList
        items={[
          { key: 'address', label: t('Address'), value: <CopyText text={site.url} label={t('Copy address')} /> },
          wordpress && {
            key: 'admin',
            label: t('WordPress administration'),
            value: <CopyText text={wordpress.admin_url} label={t('Copy address of wp-admin')} />,
          },
          wordpress && {
            key: 'user',
            label: t('User name'),
            value: <CopyText text={wordpress.admin_user} label={t('Copy user name')} />,
          },
          chosen !== '' && {
            key: 'password',
            label: t('Password'),
            value: (
              <Inline>
                <Text tone="soft">{t('The one you chose. We don’t store it, so copy it now if you haven’t yet.')}</Text>
                <CopyText text={chosen} label={t('Copy password')} buttonOnly />
              </Inline>
            ),
          },
        ]}
      />
    </Card>
  );
}
