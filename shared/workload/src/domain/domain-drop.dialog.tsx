import type { ReactNode } from 'react';
import { pageLocale, t, Trans, type SiteDomain } from '@panel/core';
import { ConfirmDestroy, ConfirmDialog, Text } from '@panel/ui';
import { useDropDomain } from '@panel/resources/domain';
import type { Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';

type Props = {
  workload: Workload;
  shown: SiteDomain;
  domain: NonNullable<SiteDomain['domain']>;
  onStarted: (taskId: string | null) => void;
  onClose: () => void;
};

/** Gives a domain up. One that is the address of its workload has to be typed. */
export function DomainDropDialog({ workload, shown, domain, onStarted, onClose }: Props) {
  const drop = useDropDomain(shown.site_id, (taskId) => {
    onStarted(taskId);
    onClose();
  });
  const asked = { busy: drop.isPending, error: drop.error, onConfirm: () => drop.mutate(), onClose };
  const hosts = new Intl.ListFormat(pageLocale()).format(domain.hosts);
  const address = shown.sub_domain ?? t('its former address');
  if (domain.state === 'connected')
    return (
      <ConfirmDestroy
        {...asked}
        open
        title={t('Remove domain')}
        name={domain.fqdn}
        facts={{
          goes: [
            byKind(
              workload,
              t('{hosts} no longer lead to this site', { hosts }),
              t('{hosts} no longer lead to this application', { hosts }),
            ),
            t('The DNS records of the domain in the panel'),
          ],
          stays: [
            byKind(
              workload,
              t('The site with its content, at {address}', { address }),
              t('The application with its releases, at {address}', { address }),
            ),
            t('The domain itself'),
          ],
        }}
        confirmations={[]}
        confirmLabel={t('Remove domain')}
      />
    );
  const strong = (piece: ReactNode) => <strong className="p-break">{piece}</strong>;
  const values = { domain: domain.display, fqdn: shown.fqdn };
  return (
    <ConfirmDialog {...asked} title={t('Remove this domain')} confirmLabel={t('Remove domain')} danger>
      <Text as="p">
        {domain.state === 'proven' ? (
          <Trans
            id="We stop checking <0>{domain}</0> and delete its DNS records in the panel. {fqdn} stays as it is, and you can add the domain again."
            values={values}
            parts={[strong]}
          />
        ) : (
          <Trans
            id="We stop checking <0>{domain}</0>. {fqdn} stays as it is, and you can add the domain again."
            values={values}
            parts={[strong]}
          />
        )}
      </Text>
    </ConfirmDialog>
  );
}
