import type { ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, Trans } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button, ButtonLink, Card, formatBytes, Link, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { chosenPhp, progressPath, siteImagesQuery } from '@panel/resources/site';
import { UploadProgress } from '../site/upload-progress.tsx';
import { CreateFailure } from './create-failure.tsx';
import { useCreateFromDraft } from './create.mutations.ts';
import { licenseKeyOf, PHP_OF_BLUEPRINT, stepPath, useSiteDraft } from './site-draft.ts';
import { WizardPage } from './wizard.page.tsx';

export const prefetch = () => queryClient.prefetchQuery(siteImagesQuery);

const Change = ({ what }: { what: string }) => (
  <Link to={stepPath('details')} small aria-label={t('Change {what}', { what })}>
    {t('Change')}
  </Link>
);

type Item = { key: string; label: string; value: string | undefined };
const item = (key: string, label: string, value: string | undefined): Item => ({ key, label, value });

/** What the site starts from, and what happens, per source. */
function useSummary(): { items: Item[]; steps: ReactNode[] } {
  const { data: images } = useSuspenseQuery(siteImagesQuery);
  const { draft, blueprint, backup, file } = useSiteDraft();
  const wordpress = images.wp_versions.find(({ id }) => id === draft.version) ?? images.wp_versions[0];
  const php = chosenPhp(images.php_versions, draft.php_version);
  const phpTitle = blueprint.id !== null && draft.php_version === '' ? PHP_OF_BLUEPRINT : php?.title;
  if (draft.source === 'backup' && backup)
    return {
      items: [item('backup', t('Backup'), backup.name), item('site', t('Backup of'), backup.site_fqdn)],
      steps: [
        t('The archive of the backup is checked.'),
        <Trans
          key="copied"
          id="Files and database are copied, and the address <0>{fqdn}</0> is replaced with the new one. You log in with the users of the backup."
          values={{ fqdn: backup.site_fqdn }}
          parts={[(piece) => <strong>{piece}</strong>]}
        />,
      ],
    };
  if (draft.source === 'file' && file)
    return {
      items: [item('file', t('File'), `${file.name}, ${formatBytes(file.size)}`)],
      steps: [
        t(
          'The file is uploaded and checked. If something in it cannot be used, we tell you what, and nothing is created.',
        ),
        t(
          'A database dump is imported, and its address is replaced with the new one. You log in with the users of the dump.',
        ),
      ],
    };
  return {
    items: [
      item('title', t('Title'), draft.title),
      ...(blueprint.id === null ? [] : [item('blueprint', t('Blueprint'), blueprint.name)]),
      item('wordpress', 'WordPress', wordpress?.title),
      item('php', 'PHP', phpTitle),
      item('user', t('User name'), draft.admin_user),
      item('email', t('Email'), draft.admin_email),
    ],
    steps: [
      t('WordPress {version} is installed with your user and password.', { version: wordpress?.title ?? '' }),
      ...(blueprint.id === null
        ? []
        : [
            <Trans
              key="blueprint"
              id="The blueprint <0>{name}</0> is put in place. The site keeps your user and title."
              values={{ name: blueprint.name }}
              parts={[(piece) => <strong>{piece}</strong>]}
            />,
          ]),
    ],
  };
}

/** /create-site-with-wordpress/finalize-and-confirm: a summary and the price, before anything happens. */
export function Component() {
  const { fqdn, draft } = useSiteDraft();
  const navigate = useNavigate();
  const create = useCreateFromDraft(({ task_id }) => void navigate(progressPath(task_id), { replace: true }));
  const { items, steps } = useSummary();
  return (
    <WizardPage
      step="confirm"
      title={t('Finalize and confirm')}
      subtitle={t('Review the details, then create your site.')}
    >
      {create.error && <CreateFailure error={create.error} fqdn={fqdn} source={draft.source} onRetry={create.submit} />}
      <Card title={t('Your site')} actions={<Change what={t('site details')} />}>
        <DataList columns={2} items={[item('address', t('Address'), fqdn), ...items]} />
      </Card>
      <Card title={t('What happens now')}>
        <Stack as="ol" gap={2} className="p-list">
          <li>
            <Trans
              id="The address <0>{fqdn}</0> is reserved for you."
              values={{ fqdn }}
              parts={[(piece) => <strong>{piece}</strong>]}
            />
          </li>
          {steps.map((step, at) => (
            <li key={at}>{step}</li>
          ))}
          <li>{t('We start the site and visit it once. It’s ready when it answers.')}</li>
        </Stack>
      </Card>
      <Card title={t('Cost')}>
        <Text as="p">
          {licenseKeyOf(draft) ? (
            <Trans
              id="<0>Nothing more is charged</0>: the site runs on your license {license}, which is paid."
              values={{ license: licenseKeyOf(draft) ?? '' }}
              parts={[(piece) => <strong>{piece}</strong>]}
            />
          ) : (
            <Trans
              id="<0>Free plan: nothing is charged</0>, now or later. You can delete the site at any time."
              parts={[(piece) => <strong>{piece}</strong>]}
            />
          )}
        </Text>
      </Card>
      <UploadProgress percent={create.percent} onCancel={create.cancel} />
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to={stepPath('plan')}>
          {t('Back')}
        </ButtonLink>
        <Button kind="primary" onClick={create.submit} loading={create.isPending}>
          {t('Create site')}
        </Button>
      </div>
    </WizardPage>
  );
}
