import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { zoneNameOf } from '@panel/contract/schemas';
import { t, type DnsRecord } from '@panel/core';
import { Banner, Button, ButtonLink, EmptyState, Menu } from '@panel/ui';
import { siteDomainQuery } from '@panel/resources/domain';
import { dnsZoneQuery, mailCheckPath, useExportZone } from '@panel/resources/dns';
import { workloadUpgradePath } from '@panel/resources/workload';
import { byKind, type OnWorkload } from '../parts/on-workload.ts';
import { saveAs } from '../parts/save-as.ts';
import { ChangesCard } from './changes.card.tsx';
import { ImportPanel } from './import.panel.tsx';
import { MailMenu } from './mail-menu.tsx';
import { MailTemplateCard, useMailTemplate } from './mail-template.card.tsx';
import { NameserversCard } from './nameservers.card.tsx';
import { RecordPanel } from './record.panel.tsx';
import { RecordsTable } from './records-table.tsx';
import { useZoneDraft } from './use-zone-draft.ts';
import { VersionsPanel } from './versions.panel.tsx';

/** The records of the domain of a site or an application. */
export function WorkloadDns({ workload, frame }: OnWorkload) {
  if (workload.domain_type === 'custom_domain')
    return <Zone {...{ workload, frame }} fqdn={zoneNameOf(workload.fqdn)} />;
  return <NoZone {...{ workload, frame }} />;
}

/** Without a domain of its own, or with one that it does not have yet. */
function NoZone({ workload, frame }: OnWorkload) {
  const { fqdn } = workload;
  const { data } = useSuspenseQuery(siteDomainQuery(workload.id));
  const to = workloadUpgradePath(workload, 'bring-your-own-domain');
  return frame({
    title: t('DNS'),
    children: data.domain ? (
      <EmptyState
        icon="dns"
        title={t('{domain} isn’t connected yet', { domain: data.domain.display })}
        text={t('You can edit its records here once it is verified and leads here.')}
        action={
          <ButtonLink kind="primary" to={to}>
            {t('Continue setup')}
          </ButtonLink>
        }
      />
    ) : (
      <EmptyState
        icon="dns"
        title={byKind(
          workload,
          t('This site has no domain of its own'),
          t('This application has no domain of its own'),
        )}
        text={byKind(
          workload,
          t(
            '{fqdn} is below a domain of your provider, which manages its records. Once a site has a domain of its own, you can edit the records of that domain here.',
            { fqdn },
          ),
          t(
            '{fqdn} is below a domain of your provider, which manages its records. Once an application has a domain of its own, you can edit the records of that domain here.',
            { fqdn },
          ),
        )}
        action={
          <ButtonLink kind="primary" icon="plus" to={to}>
            {t('Add a Custom Domain')}
          </ButtonLink>
        }
      />
    ),
  });
}

type Open = { panel: 'record'; record: DnsRecord | null } | { panel: 'import' | 'versions' } | null;

function Zone({ workload, frame, fqdn }: OnWorkload & { fqdn: string }) {
  const { data: zone } = useSuspenseQuery(dnsZoneQuery(fqdn));
  const draft = useZoneDraft(zone);
  const mail = useMailTemplate(fqdn, draft);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const add = () => setOpen({ panel: 'record', record: null });
  const download = useExportZone(fqdn, (text) => saveAs(`${fqdn}.zone`, text));
  return frame({
    title: t('DNS'),
    subtitle: t('Records of {fqdn}', { fqdn }),
    actions: (
      <>
        <Menu
          label={t('More')}
          items={[
            {
              ...({ key: 'import', icon: 'upload' } as const),
              label: t('Import a zone file'),
              onSelect: () => setOpen({ panel: 'import' }),
            },
            {
              ...({ key: 'export', icon: 'download' } as const),
              label: t('Export a zone file'),
              onSelect: () => download.mutate(),
            },
            { key: 'mail', label: t('Check email settings'), icon: 'mail', to: mailCheckPath(workload.id) },
            {
              ...({ key: 'versions', icon: 'clock' } as const),
              label: t('Versions'),
              onSelect: () => setOpen({ panel: 'versions' }),
            },
          ]}
        />
        <MailMenu onChoose={(template) => mail.apply(template, {})} />
        <Button kind="primary" icon="plus" onClick={add}>
          {t('Add a record')}
        </Button>
      </>
    ),
    children: (
      <>
        {!zone.is_served && (
          <Banner kind="warning" title={t('These records are saved, but not served yet.')}>
            {zone.error ?? t('They reach the name servers in a moment.')}
          </Banner>
        )}
        {mail.applied && <MailTemplateCard applied={mail.applied} onApply={mail.apply} onClose={mail.close} />}
        {draft.changes > 0 && <ChangesCard zone={zone} draft={draft} />}
        <RecordsTable
          records={draft.records}
          onAdd={add}
          onEdit={(record) => setOpen({ panel: 'record', record })}
          onRemove={draft.remove}
        />
        <NameserversCard zone={zone} />
        {open?.panel === 'record' && <RecordPanel fqdn={fqdn} draft={draft} record={open.record} onClose={close} />}
        {open?.panel === 'import' && <ImportPanel fqdn={fqdn} draft={draft} onClose={close} />}
        {open?.panel === 'versions' && <VersionsPanel fqdn={fqdn} draft={draft} onClose={close} />}
      </>
    ),
  });
}
