import { useState } from 'react';
import { t, type License } from '@panel/core';
import { formatDate, RadioGroup, Stack, Text } from '@panel/ui';
import { licenseHelp, licenseLabel } from '@panel/resources/license';
import { perInterval } from '@panel/resources/payment';
import type { Workload } from '@panel/resources/workload';
import { DomainAvailable } from './domain-available.tsx';
import type { OwnLicense, useBringDomain } from './use-bring-domain.ts';

type Props = {
  workload: Workload;
  bring: ReturnType<typeof useBringDomain>;
  own: OwnLicense;
  /** The domain that was found free. */
  fqdn: string;
  onBack: () => void;
};

const day = (seconds: number): string => formatDate(seconds * 1000, { withTime: false });

/** A license that it has, and until when. */
export const ownLicenseText = ({ product_name: product, to_date }: NonNullable<OwnLicense>): string =>
  t('{product}, until {date}', { product, date: day(to_date) });

/** What a license costs, and how it goes on. */
function costOf({ subscription, autoRenewal, to_date }: License): string {
  const date = day(to_date);
  if (!subscription) return t('From your provider. Nothing to pay. It ends on {date}.', { date });
  const price = perInterval(subscription.amount, subscription.currency, subscription.interval);
  return autoRenewal
    ? t('Paid already: {price} for the whole license, renewed on {date}.', { price, date })
    : t('Paid already: {price} for the whole license. It ends on {date}.', { price, date });
}

/** Which license carries the domain: its own one, or one that is chosen before anything is spent. */
export function LicenseStage({ workload, bring, own, fqdn, onBack }: Props) {
  const { isSpecial, choices, claim, go } = bring;
  const [chosen, setChosen] = useState<string | null>(null);
  const only = choices.length === 1 ? choices[0] : undefined;
  const license = choices.find(({ id }) => id === chosen) ?? only;
  const isIncluded = own?.is_valid === true;
  const mustChoose = !isIncluded && choices.length > 0 && !license;
  return (
    <DomainAvailable
      {...{ fqdn, isSpecial, goLabel: t('Upgrade'), busy: claim.isPending, error: claim.error, onBack }}
      goReason={mustChoose ? t('Choose a license first.') : null}
      onGo={() => go(fqdn, isIncluded ? null : (license ?? null))}
    >
      <Stack gap={3}>
        {isIncluded ? (
          <Text as="p">
            {t('Nothing to pay: the plan includes a domain. License: {license}.', { license: ownLicenseText(own) })}
          </Text>
        ) : choices.length > 0 ? (
          <RadioGroup
            legend={t('Select a License')}
            options={choices.map((one) => ({
              value: one.id,
              label: licenseLabel(one, (at) => formatDate(at, { withTime: false })),
              help: (
                <>
                  {licenseHelp(one)}
                  <br />
                  {costOf(one)}
                </>
              ),
            }))}
            value={license?.id ?? null}
            onChange={setChosen}
          />
        ) : (
          <Text as="p">
            {t('A domain needs a license. You choose one next, and see what it costs before you pay.')}
          </Text>
        )}
        <Text as="p" tone="soft">
          {t(
            '{fqdn} gets this domain once you have shown that it is yours. Until then nothing changes for your visitors.',
            {
              fqdn: workload.fqdn,
            },
          )}
        </Text>
      </Stack>
    </DomainAvailable>
  );
}
