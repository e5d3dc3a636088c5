import { t } from '@panel/core';
import type { ExtensionChange } from '@panel/core';
import { Field, RadioGroup, Select, Stack } from '@panel/ui';

/** How the sites of a change follow one another; `first` is empty for the panel's own choice. */
export type WavesChoice = { inWaves: boolean; first: string };
export const IN_WAVES: WavesChoice = { inWaves: true, first: '' };

/** The choice as the call takes it. With a single site there is nothing to choose. */
export const wavesInput = ({ inWaves, first }: WavesChoice, siteCount: number): Pick<ExtensionChange, 'waves'> =>
  inWaves && siteCount > 1 ? { waves: first ? { first_site_id: first } : {} } : {};

type Props = {
  sites: readonly { site_id: string; fqdn: string }[];
  value: WavesChoice;
  onChange: (value: WavesChoice) => void;
};

/** One site first and the others in waves, or all at once. */
export function WavesChoiceField({ sites, value, onChange }: Props) {
  if (sites.length < 2) return null;
  return (
    <Stack gap={3}>
      <RadioGroup
        legend={t('Order')}
        options={[
          {
            value: 'waves',
            label: t('One site first, then the others in waves'),
            help: t(
              'We compare each site with how it was before. If one breaks, it gets its earlier version back, and the waiting sites stay as they are.',
            ),
          },
          { value: 'once', label: t('All sites at once') },
        ]}
        value={value.inWaves ? 'waves' : 'once'}
        onChange={(order) => onChange({ ...value, inWaves: order === 'waves' })}
      />
      {value.inWaves && (
        <Field label={t('First site')}>
          <Select
            placeholder={t('A staging site, otherwise the smallest')}
            options={sites.map(({ site_id, fqdn }) => ({ value: site_id, label: fqdn }))}
            value={value.first}
            onChange={(first) => onChange({ ...value, first })}
          />
        </Field>
      )}
    </Stack>
  );
}
