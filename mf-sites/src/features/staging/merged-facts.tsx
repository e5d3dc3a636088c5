import { t } from '@panel/core';
import type { Published } from '@panel/core';
import { Stack, Text } from '@panel/ui';
import { titlesOf, type Side } from '@panel/resources/staging';

type Difference = NonNullable<Published['difference']>;
type Props = { merged: NonNullable<Difference['merged']> } & Pick<Difference, 'content'>;

const CHOSEN: Readonly<Record<Side, { named: (titles: string) => string; otherwise: string }>> = {
  live: {
    named: (titles) => t('Changed on both sites, the live site’s version was kept: {titles}', { titles }),
    otherwise: t('Everything else that was changed on both sites was kept as on the live site.'),
  },
  staging: {
    named: (titles) => t('Changed on both sites, the version of staging was published: {titles}', { titles }),
    otherwise: t('Everything else that was changed on both sites was published from staging.'),
  },
};

/** What a publish kept of the live site, and what was chosen for it. */
export function MergedFacts({ merged: { kept, renumbered, left, collisions }, content }: Props) {
  const sides = ['live', 'staging'] as const;
  const hasBoth = content?.groups.some(({ both }) => both > 0) ?? false;
  return (
    <Stack gap={1}>
      <Text as="p">
        {t('Kept as on the live site: {count, plural, one {# item} other {# items}}', { count: kept })}
      </Text>
      {renumbered > 0 && (
        <Text as="p" tone="soft">
          {t(
            '{count, plural, one {# of them has} other {# of them have}} another ID now, because staging had used it for something new.',
            { count: renumbered },
          )}
        </Text>
      )}
      {left > 0 && (
        <Text as="p">
          {t(
            '{count, plural, one {# comment} other {# comments}} could not be kept, because staging had deleted the post.',
            { count: left },
          )}
        </Text>
      )}
      {sides.map((side) => {
        const titles = titlesOf(
          content,
          collisions.items.filter(({ keep }) => keep === side),
        );
        return (
          titles.length > 0 && (
            <Text key={side} as="p" className="p-break">
              <bdi>{CHOSEN[side].named(titles.join(', '))}</bdi>
            </Text>
          )
        );
      })}
      {hasBoth && <Text as="p">{CHOSEN[collisions.otherwise].otherwise}</Text>}
    </Stack>
  );
}
