import { t } from '@panel/core';
import { Banner, Icon, Inline, Stack, Text } from '@panel/ui';
import { type ChangePreview, someOf } from '@panel/resources/release';
import { groupEffects } from './change-form.ts';

/** The effects of a change: from → to, and for how many partners. */
export function ChangeEffects({ effects }: Pick<ChangePreview, 'effects'>) {
  const { changes, unchanged } = groupEffects(effects);
  return (
    <Stack gap={3}>
      {changes.length === 0 && <Banner kind="info">{t('This changes nothing for anyone at the moment.')}</Banner>}
      {changes.length > 0 && (
        <ul className="release-effects" aria-label={t('What changes')}>
          {changes.map(({ from, to, partners, leavesNothing }) => (
            <li key={`${from} ${to}`}>
              <Inline gap={2}>
                <Text mono tone="soft">
                  {from}
                </Text>
                <Inline gap={2} wrap={false}>
                  <Icon name="arrow-right" size={16} label={t('becomes')} />
                  <Text mono weight="strong" tone={leavesNothing ? 'danger' : 'default'}>
                    {to}
                  </Text>
                </Inline>
              </Inline>
              <Text as="p" size="s" tone="muted" className="p-break">
                {t('{count, plural, one {# partner} other {# partners}}: {names}', {
                  count: partners.length,
                  names: someOf(partners),
                })}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {changes.length > 0 && unchanged.length > 0 && (
        <Text as="p" size="s" tone="muted" className="p-break">
          {t('As before for {count, plural, one {# partner} other {# partners}}: {names}', {
            count: unchanged.length,
            names: someOf(unchanged),
          })}
        </Text>
      )}
    </Stack>
  );
}
