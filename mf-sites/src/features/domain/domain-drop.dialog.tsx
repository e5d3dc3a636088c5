import type { SiteDomain } from '@panel/core';
import { ConfirmDestroy, ConfirmDialog, Text } from '@panel/ui';
import { useDropDomain } from '@panel/resources/domain';

type Props = {
  shown: SiteDomain;
  domain: NonNullable<SiteDomain['domain']>;
  onStarted: (taskId: string | null) => void;
  onClose: () => void;
};

/** Gives a domain up. One that is the address of the site has to be typed. */
export function DomainDropDialog({ shown, domain, onStarted, onClose }: Props) {
  const drop = useDropDomain(shown.site_id, (taskId) => {
    onStarted(taskId);
    onClose();
  });
  const asked = { busy: drop.isPending, error: drop.error, onConfirm: () => drop.mutate(), onClose };
  if (domain.state === 'connected')
    return (
      <ConfirmDestroy
        {...asked}
        open
        title="Remove domain"
        name={domain.fqdn}
        facts={{
          goes: [
            `${domain.hosts.join(' and ')} no longer lead to this site`,
            'The DNS records of the domain in the panel',
          ],
          stays: [`The site with its content, at ${shown.sub_domain ?? 'its former address'}`, 'The domain itself'],
        }}
        confirmations={[]}
        confirmLabel="Remove domain"
      />
    );
  return (
    <ConfirmDialog {...asked} title="Remove this domain" confirmLabel="Remove domain" danger>
      <Text as="p">
        We stop checking <strong className="p-break">{domain.display}</strong>
        {domain.state === 'proven' && ', delete its DNS records in the panel'}. {shown.fqdn} stays as it is, and you can
        add the domain again.
      </Text>
    </ConfirmDialog>
  );
}
