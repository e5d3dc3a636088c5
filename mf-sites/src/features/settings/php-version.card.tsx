import { t, Trans } from '@panel/core';
import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { PhpVersion, Site } from '@panel/core';
import { Banner, Button, Card, ConfirmDialog, Field, Select, Stack, Text } from '@panel/ui';
import { cannotChange, missingExtensions, phpOf, siteImagesQuery, useChangePhp } from '@panel/resources/site';
import type { OnStarted } from '@panel/resources/site-tool';
import { RollBackNote } from '../overview/roll-back-note.tsx';

type Props = { site: Site; onStarted: OnStarted };

/** The PHP that runs the site, where there is a choice. */
export function PhpVersionCard({ site, onStarted }: Props) {
  const {
    data: { php_versions: versions },
  } = useSuspenseQuery(siteImagesQuery);
  const now = phpOf(versions, site);
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const next = versions.find(({ id }) => id === chosen && id !== now?.id);
  if (versions.length < 2) return null;
  const running = now ? [] : [{ value: '', label: site.php_version ?? '-' }];
  return (
    <Card
      title={t('PHP version')}
      footer={
        <Button
          icon="refresh"
          onClick={() => setAsking(true)}
          disabledReason={cannotChange(site) ?? (next ? null : t('Choose another version first.'))}
        >
          {t('Change version')}
        </Button>
      }
    >
      <Field label={t('PHP version')} help={t('The site is backed up before the version changes.')}>
        <Select
          options={[...running, ...versions.map(({ id, title }) => ({ value: id, label: title }))]}
          value={chosen ?? now?.id ?? ''}
          onChange={setChosen}
        />
      </Field>
      {asking && next && (
        <PhpVersionDialog
          {...{ site, now, next }}
          onStarted={(taskId) => {
            setAsking(false);
            setChosen(null);
            onStarted(taskId);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

type DialogProps = Props & { now: PhpVersion | undefined; next: PhpVersion; onClose: () => void };

/** Names what the version lacks, before anything changes. */
function PhpVersionDialog({ site, now, next, onStarted, onClose }: DialogProps) {
  const change = useChangePhp(site, onStarted);
  const missing = missingExtensions(now, next) ?? [];
  return (
    <ConfirmDialog
      title={t('Change to PHP {title}', { title: next.title })}
      confirmLabel={t('Back up and change')}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(next.id)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          <Trans
            id="<0>{fqdn}</0> has PHP {version}. We back up the site, start it with PHP {next}, and then visit it."
            values={{ fqdn: site.fqdn, version: site.php_version ?? '', next: next.title }}
            parts={[(piece) => <strong className="p-break">{piece}</strong>]}
          />
        </Text>
        {missing.length > 0 && (
          <Banner kind="warning" title={t('PHP {title} lacks extensions that the site has now', { title: next.title })}>
            {t('{extensions}. Plugins and themes that need them will stop working.', {
              extensions: missing.join(', '),
            })}
          </Banner>
        )}
        <RollBackNote />
      </Stack>
    </ConfirmDialog>
  );
}
