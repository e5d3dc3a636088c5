import { t } from '@panel/core';
import { Disclosure, Heading, Icon, RadioGroup, Stack, Text } from '@panel/ui';
import {
  collisionName,
  countedLabel,
  countOfParts,
  type Choice,
  type Collision,
  type Merge,
  type Part,
  type Side,
} from '@panel/resources/staging';
import { ItemLine } from './content-difference.tsx';
import './staging.css';

/** What was removed there is added here. */
const SEEN_FROM_LIVE = { added: 'removed', removed: 'added', changed: 'changed' } as const;

function Parts({ title, parts, isLive = false }: { title: string; parts: readonly Part[]; isLive?: boolean }) {
  return (
    <section className="p-stack p-gap-2" aria-label={title}>
      <Heading level={3}>{title}</Heading>
      {parts.length === 0 && <Text tone="soft">{t('Nothing')}</Text>}
      {parts.map(({ kind, table, count, items }) => {
        const what = countedLabel(kind, count);
        const more = count - items.length;
        return (
          <Disclosure
            key={`${kind} ${table}`}
            summary={table === null ? what : t('{what} of {table}', { what, table })}
          >
            <ul className="p-list staging-items">
              {items.map((item) => (
                <ItemLine
                  key={item.key}
                  group={{ kind }}
                  item={isLive ? { ...item, change: SEEN_FROM_LIVE[item.change] } : item}
                  isSorted
                />
              ))}
            </ul>
            {more > 0 && <Text tone="muted">{t('and {what} more', { what: countedLabel(kind, more) })}</Text>}
          </Disclosure>
        );
      })}
    </section>
  );
}

const OPTIONS: readonly { value: Side; label: string }[] = [
  { value: 'live', label: t('Keep the live site’s version') },
  { value: 'staging', label: t('Publish the version of staging') },
];
const NEWER = { live: t('Changed last on the live site'), staging: t('Changed last on staging') } as const;

/** What both sites have changed, each with a choice, and one for all. */
function Collisions({
  merge: { collisions, both },
  choice: { otherwise, named },
  onChoose,
}: {
  merge: Merge;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}) {
  const title = t('Changed on both sites: choose ({count, number})', { count: countOfParts(both) });
  const more = countOfParts(both) - collisions.length;
  const valueOf = (one: Collision): Side | null => named.get(collisionName(one)) ?? otherwise;
  const choose = (one: Collision, side: Side) =>
    onChoose({ otherwise, named: new Map(named).set(collisionName(one), side) });
  return (
    <section className="p-stack p-gap-3" aria-label={title}>
      <Heading level={3}>
        <Icon name="warning" size={16} /> {title}
      </Heading>
      <RadioGroup
        legend={t('All of them')}
        options={OPTIONS}
        value={otherwise}
        onChange={(side) => onChoose({ otherwise: side, named: new Map() })}
      />
      <ul className="p-list staging-items">
        {collisions.map((one) => (
          <ItemLine key={collisionName(one)} group={one} item={one.item} isSorted>
            <Text as="p" tone="soft">
              {countedLabel(one.kind, 1)}
              {one.item.newer && <> · {NEWER[one.item.newer]}</>}
            </Text>
            <RadioGroup
              legend={t('Version of {title}', { title: one.item.title || one.item.key })}
              hideLegend
              options={OPTIONS}
              value={valueOf(one)}
              onChange={(side) => choose(one, side)}
            />
          </ItemLine>
        ))}
      </ul>
      {more > 0 && (
        <Text tone="muted">
          {t('and {count, number} more, for which the choice for all of them counts', { count: more })}
        </Text>
      )}
    </section>
  );
}

/** What a publish of the database does: what it brings, what stays of the live site, and what has to be chosen. */
export function MergeLists({
  merge,
  choice,
  onChoose,
}: {
  merge: Merge;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}) {
  return (
    <Stack gap={4}>
      <Parts
        title={t('Will be published ({count, number})', { count: countOfParts(merge.published) })}
        parts={merge.published}
      />
      <Parts
        title={t('Changed on the live site, stays ({count, number})', { count: countOfParts(merge.stays) })}
        parts={merge.stays}
        isLive
      />
      {merge.both.length > 0 && <Collisions merge={merge} choice={choice} onChoose={onChoose} />}
    </Stack>
  );
}
