import { useState } from 'react';
import { t, told, type FleetChange, type FleetPreview, type FleetSite } from '@panel/core';
import { Banner, Button, Card, Checkbox, Field, Select, Stack, Text } from '@panel/ui';
import { useStartFleet } from '@panel/resources/fleet';
import '../extension/extension.css';

type Props = { preview: FleetPreview; change: FleetChange; onStarted: (planId: string) => void };

/** The sites that are changed, which of them is first, and those that are left out. */
export function FleetPreviewCards({ preview: { sites, total }, change, onStarted }: Props) {
  const possible = sites.filter(({ reason }) => reason === null);
  const out = sites.filter(({ reason }) => reason !== null);
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [first, setFirst] = useState('');
  const start = useStartFleet(onStarted);
  const chosen = possible.filter(({ site_id }) => !skipped.has(site_id));
  const toggle = (id: string, on: boolean) =>
    setSkipped(new Set(on ? [...skipped].filter((each) => each !== id) : [...skipped, id]));
  const firstId = chosen.some(({ site_id }) => site_id === first) ? first : '';
  return (
    <>
      {total > sites.length && (
        <Banner kind="info">
          {t('The first {shown} of {total} sites are shown. Search to see others.', { shown: sites.length, total })}
        </Banner>
      )}
      <Card title={t('Sites that change ({count})', { count: chosen.length })}>
        {possible.length === 0 ? (
          <Text tone="muted">{t('None of these sites can take this change.')}</Text>
        ) : (
          <Stack gap={3}>
            <Checkbox
              label={t('All sites ({length})', { length: possible.length })}
              checked={chosen.length === possible.length}
              indeterminate={chosen.length > 0 && chosen.length < possible.length}
              onChange={(on) => setSkipped(new Set(on ? [] : possible.map(({ site_id }) => site_id)))}
            />
            {possible.map((site) => (
              <Checkbox
                key={site.site_id}
                label={site.fqdn}
                help={nowOf(site)}
                checked={!skipped.has(site.site_id)}
                onChange={(on) => toggle(site.site_id, on)}
              />
            ))}
          </Stack>
        )}
      </Card>
      {out.length > 0 && <LeftOut sites={out} />}
      {chosen.length > 1 && (
        <Card title={t('What happens now')}>
          <Field
            label={t('First site')}
            help={t(
              'We compare each site with how it was before. If one breaks, it gets its earlier version back, and the waiting sites stay as they are.',
            )}
          >
            <Select
              placeholder={t('A staging site, otherwise the smallest')}
              options={chosen.map(({ site_id, fqdn }) => ({ value: site_id, label: fqdn }))}
              value={firstId}
              onChange={setFirst}
            />
          </Field>
        </Card>
      )}
      {start.isError && (
        <Banner kind="danger" live>
          {start.error.message}
        </Banner>
      )}
      <div className="p-form-foot">
        <Button
          kind="primary"
          loading={start.isPending}
          disabledReason={chosen.length === 0 ? t('Select at least one site.') : null}
          onClick={() =>
            start.mutate({
              change,
              site_ids: chosen.map(({ site_id }) => site_id),
              ...(firstId && { first_site_id: firstId }),
            })
          }
        >
          {t('Change {count, plural, one {# site} other {# sites}}', { count: chosen.length })}
        </Button>
      </div>
    </>
  );
}

/** Whose the site is, and what it has now. */
const nowOf = ({ customer, now }: FleetSite): string | undefined =>
  [customer, now && t('Now {version}', { version: now })].filter(Boolean).join(' · ') || undefined;

const LeftOut = ({ sites }: { sites: readonly FleetSite[] }) => (
  <Card title={t('Left out ({count})', { count: sites.length })}>
    <ul className="extension-sites">
      {sites.map(({ site_id, fqdn, reason }) => (
        <li key={site_id}>
          <Text>{fqdn}</Text>
          <Text size="s" tone="muted">
            {told(reason ?? '')}
          </Text>
        </li>
      ))}
    </ul>
  </Card>
);
