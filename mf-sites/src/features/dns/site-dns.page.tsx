import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { zoneNameOf } from '@panel/contract/schemas';
import { queryClient, type DnsRecord, type Site } from '@panel/core';
import { Banner, Button, ButtonLink, EmptyState, Menu } from '@panel/ui';
import { dnsZoneQuery, mailCheckPath, useExportZone } from '@panel/resources/dns';
import { domainUpgradePath } from '@panel/resources/domain';
import { useManagedSite } from '../site/managed-site.ts';
import { siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { ChangesCard } from './changes.card.tsx';
import { ImportPanel } from './import.panel.tsx';
import { MailMenu } from './mail-menu.tsx';
import { MailTemplateCard, useMailTemplate } from './mail-template.card.tsx';
import { NameserversCard } from './nameservers.card.tsx';
import { prefetchDomain } from './prefetch-domain.ts';
import { RecordPanel } from './record.panel.tsx';
import { RecordsTable } from './records-table.tsx';
import { saveAs } from './save-as.ts';
import { useZoneDraft } from './use-zone-draft.ts';
import { VersionsPanel } from './versions.panel.tsx';

export const prefetch = prefetchDomain((fqdn) => queryClient.prefetchQuery(dnsZoneQuery(fqdn)));

/** /manage-site/dns/{id}. Without a site there is nothing to manage; send the user to the list. */
export const Component = siteComponent(DnsPage);

function DnsPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  if (site.domain_type === 'custom_domain') return <Zone id={id} site={site} fqdn={zoneNameOf(site.fqdn)} />;
  return (
    <SitePage site={site} title="DNS">
      <EmptyState
        icon="dns"
        title="This site has no domain of its own"
        text={`${site.fqdn} is below a domain of your provider, which manages its records. Once a site has a domain of its own, you can edit the records of that domain here.`}
        action={
          <ButtonLink kind="primary" icon="plus" to={domainUpgradePath('bring-your-own-domain', id)}>
            Add a Custom Domain
          </ButtonLink>
        }
      />
    </SitePage>
  );
}

type Open = { panel: 'record'; record: DnsRecord | null } | { panel: 'import' | 'versions' } | null;

function Zone({ id, site, fqdn }: { id: string; site: Site; fqdn: string }) {
  const { data: zone } = useSuspenseQuery(dnsZoneQuery(fqdn));
  const draft = useZoneDraft(zone);
  const mail = useMailTemplate(fqdn, draft);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const add = () => setOpen({ panel: 'record', record: null });
  const download = useExportZone(fqdn, (text) => saveAs(`${fqdn}.zone`, text));
  return (
    <SitePage
      site={site}
      title="DNS"
      subtitle={`Records of ${fqdn}`}
      actions={
        <>
          <Menu
            label="More"
            items={[
              {
                key: 'import',
                label: 'Import a zone file',
                icon: 'upload',
                onSelect: () => setOpen({ panel: 'import' }),
              },
              { key: 'export', label: 'Export a zone file', icon: 'download', onSelect: () => download.mutate() },
              { key: 'mail', label: 'Check email settings', icon: 'mail', to: mailCheckPath(id) },
              { key: 'versions', label: 'Versions', icon: 'clock', onSelect: () => setOpen({ panel: 'versions' }) },
            ]}
          />
          <MailMenu onChoose={(template) => mail.apply(template, {})} />
          <Button kind="primary" icon="plus" onClick={add}>
            Add a record
          </Button>
        </>
      }
    >
      {!zone.is_served && (
        <Banner kind="warning" title="These records are saved, but not served yet.">
          {zone.error ?? 'They reach the name servers in a moment.'}
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
    </SitePage>
  );
}
