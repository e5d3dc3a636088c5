import type { ReactNode } from 'react';
import { t, told, type DomainEvidence, type SiteDomain } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { Banner, Button, Field, Inline, Link, SegmentedControl, Select, Stack, Text } from '@panel/ui';
import {
  cannotConnect,
  DNS_GUIDES,
  DNS_PROVIDERS,
  dnsProviderOf,
  SETUP_WAYS,
  useConnectDomain,
  type DnsProvider,
  type SetupWay,
} from '@panel/resources/domain';
import type { Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';
import { NameserversCard, RecordsCard, TxtCard } from './proof.card.tsx';

type Props = {
  workload: Workload;
  shown: SiteDomain;
  domain: NonNullable<SiteDomain['domain']>;
  /** Not there yet while it is asked. */
  evidence: DomainEvidence | undefined;
  onStarted: (taskId: string | null) => void;
  /** Of the page that follows a new domain. */
  note?: ReactNode;
  children: ReactNode;
};

/** The provider and the way that were chosen; they are in the address, so that a reload keeps them. */
function useSetupChoice({ domain, evidence }: Pick<Props, 'domain' | 'evidence'>) {
  const [search, setSearch] = useSearchParams();
  const found = dnsProviderOf(evidence?.nameservers ?? []);
  const choose = (key: 'provider' | 'way', value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(key, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    found,
    provider: DNS_PROVIDERS.find((one) => one === search.get('provider')) ?? found,
    way: SETUP_WAYS.find((one) => one === search.get('way')) ?? (domain.method === 'txt' ? 'records' : 'nameservers'),
    chooseProvider: (provider: DnsProvider) => choose('provider', provider),
    chooseWay: (way: SetupWay) => choose('way', way),
  };
}

const WAYS: readonly { value: SetupWay; label: string }[] = [
  { value: 'nameservers', label: t('Name servers') },
  { value: 'records', label: t('Records') },
];

/** How to show that a domain is one's own and to lead it here, at the provider that it has. */
export function SetupStage({ workload, shown, domain, evidence, onStarted, note, children }: Props) {
  const { found, provider, way, chooseProvider, chooseWay } = useSetupChoice({ domain, evidence });
  const connect = useConnectDomain(workload.id, onStarted);
  const { href, label, [way]: steps } = DNS_GUIDES[provider];
  const isProven = domain.state === 'proven';
  return (
    <Stack gap={5}>
      {connect.error && (
        <Banner kind="danger" live>
          {connect.error.message}
        </Banner>
      )}
      <Text as="p">
        {isProven
          ? byKind(
              workload,
              t(
                'The domain is verified. Your site moves to it as soon as the domain leads here; if a proxy is in front of it, connect it yourself.',
              ),
              t(
                'The domain is verified. Your application moves to it as soon as the domain leads here; if a proxy is in front of it, connect it yourself.',
              ),
            )
          : t('This domain isn’t verified yet, so it is not served.')}
      </Text>
      {isProven && (
        <div>
          <Button
            kind="primary"
            loading={connect.isPending}
            disabledReason={cannotConnect(workload)}
            onClick={() => connect.mutate()}
          >
            {t('Connect now')}
          </Button>
        </div>
      )}
      {note}
      <Stack gap={3}>
        <SegmentedControl label={t('How to set it up')} segments={WAYS} value={way} onChange={chooseWay} />
        <Field
          label={t('Your DNS provider')}
          help={found === 'other' ? undefined : t('Recognized by the name servers of the domain.')}
        >
          <Select
            options={DNS_PROVIDERS.map((value) => ({ value, label: DNS_GUIDES[value].label }))}
            value={provider}
            onChange={(chosen) => chooseProvider(chosen || 'other')}
          />
        </Field>
        <ol className="p-list">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {href !== null && (
          <Inline>
            <Link href={href} newTab>
              {t('Open {provider}', { provider: label })}
            </Link>
          </Inline>
        )}
      </Stack>
      {way === 'nameservers' ? (
        <NameserversCard shown={shown} domain={domain} />
      ) : (
        <>
          {!isProven && <TxtCard shown={shown} domain={domain} />}
          <RecordsCard shown={shown} domain={domain} />
        </>
      )}
      {reasonOf(domain, evidence) && <Banner kind="info">{reasonOf(domain, evidence)}</Banner>}
      {children}
    </Stack>
  );
}

/** Why it is not verified, or what the last check of a verified domain has seen. */
function reasonOf({ state, seen }: Props['domain'], evidence: DomainEvidence | undefined): string | null {
  if (state === 'proven') return seen === '' ? null : told(seen);
  if (!evidence) return null;
  return evidence.reason === null
    ? t('The proof was found. The next check verifies the domain.')
    : told(evidence.reason.message, evidence.reason);
}
