import type { ReactNode } from 'react';
import { t } from '@panel/core';
import type { ContentDifference as Difference } from '@panel/core';
import { Badge, Button, Disclosure, Icon, Inline, Stack, Text } from '@panel/ui';
import { changeLabel, countedLabel, groupCount, partsLabel } from '@panel/resources/staging';
import type { ShownText } from './text-difference.dialog.tsx';
import './staging.css';

type Group = Difference['groups'][number];
type Item = Group['items'][number];

const MARKS = {
  added: { icon: 'plus', tone: 'success' },
  changed: { icon: 'edit', tone: 'info' },
  removed: { icon: 'trash', tone: 'danger' },
} as const;

/** Added, changed or removed, as a word with its icon. */
export const ChangeMark = ({ change }: Pick<Item, 'change'>) => (
  <Badge tone={MARKS[change].tone}>
    <Icon name={MARKS[change].icon} size={14} /> {changeLabel[change]}
  </Badge>
);

const POSTS: readonly Group['kind'][] = ['posts', 'pages', 'products', 'content'];
const isPost = ({ kind }: Pick<Group, 'kind'>, { key }: Item): boolean => POSTS.includes(kind) && /^\d{1,9}$/.test(key);

/** Two values as `old → new`, or the one that is there; nothing where they are the same. */
function movedFrom(live: string | null, staging: string | null): string | null {
  if (live === staging) return null;
  if (live === null || staging === null) return live ?? staging;
  return t('{before} → {after}', { before: live || '-', after: staging || '-' });
}

/** What is said of an item beside its title. */
function detailsOf({ kind }: Pick<Group, 'kind'>, item: Item): string[] {
  const { live_title, live_state, staging_state, live_value, staging_value } = item;
  const state = kind === 'plugins' ? stateOf : (text: string | null) => text;
  return [
    live_title === null ? null : t('was “{title}”', { title: live_title }),
    partsLabel(item) || null,
    movedFrom(state(live_state), state(staging_state)),
    movedFrom(live_value, staging_value),
  ].filter((text) => text !== null);
}

const stateOf = (state: string | null): string | null =>
  state === null ? null : state === 'active' ? t('active') : t('inactive');

const WHERE = {
  live: t('Changed on live since the copy'),
  both: t('Changed on both sites'),
  each: t('A new one on each site'),
} as const;

/** An item with what changed of it, and a choice below. */
export function ItemLine({
  group,
  item,
  isSorted = false,
  children,
  onText,
}: {
  group: Pick<Group, 'kind'>;
  item: Item;
  /** The list that it is in says where it was changed. */
  isSorted?: boolean;
  children?: ReactNode;
  onText?: ((text: ShownText) => void) | undefined;
}) {
  const title = item.title || item.key;
  return (
    <li>
      <Inline gap={2}>
        <ChangeMark change={item.change} />
        <bdi className="p-break">{title}</bdi>
        {item.by !== null && item.by !== 'staging' && (!isSorted || item.by === 'each') && (
          <Badge tone={item.by === 'both' ? 'warning' : 'neutral'}>{WHERE[item.by]}</Badge>
        )}
        {onText && isPost(group, item) && (
          <Button
            kind="text"
            size="s"
            aria-label={t('Show text: {title}', { title })}
            onClick={() => onText({ title, of: { post: Number(item.key) } })}
          >
            {t('Show text')}
          </Button>
        )}
      </Inline>
      {detailsOf(group, item).map((text) => (
        <Text key={text} as="p" tone="soft" className="p-break">
          <bdi>{text}</bdi>
        </Text>
      ))}
      {children}
    </li>
  );
}

/** How many things a group has of each change, e.g. `3 posts: 1 added, 2 changed`. */
function summaryOf(group: Group): string {
  const { kind, table, added, changed, removed } = group;
  const changes = [
    added > 0 && t('{count, number} added', { count: added }),
    changed > 0 && t('{count, number} changed', { count: changed }),
    removed > 0 && t('{count, number} removed', { count: removed }),
  ].filter((text) => text !== false);
  const what = countedLabel(kind, groupCount(group));
  const values = { what, changes: changes.join(', ') };
  return table === null ? t('{what}: {changes}', values) : t('{what} of {table}: {changes}', { ...values, table });
}

function GroupDetails({ group, onText }: { group: Group; onText?: ((text: ShownText) => void) | undefined }) {
  const more = groupCount(group) - group.items.length;
  return (
    <Disclosure summary={summaryOf(group)}>
      <Stack gap={2}>
        {group.columns === '' && (
          <Text tone="soft">{t('This table has no primary key: a changed row counts twice.')}</Text>
        )}
        {group.columns && <Text tone="soft">{t('By {columns}', { columns: group.columns })}</Text>}
        <ul className="p-list staging-items">
          {group.items.map((item) => (
            <ItemLine key={item.key} {...{ group, item, onText }} />
          ))}
        </ul>
        {more > 0 && <Text tone="muted">{t('and {what} more', { what: countedLabel(group.kind, more) })}</Text>}
      </Stack>
    </Disclosure>
  );
}

const sumOf = (groups: readonly Group[], where: 'live' | 'both'): number =>
  groups.reduce((sum, group) => sum + group[where], 0);

/** What a publish changes in the content of the live site, by what it is. */
export function ContentDifference({
  content: { groups, unseen },
  onText,
}: {
  content: Difference;
  onText?: (text: ShownText) => void;
}) {
  const [live, both] = [sumOf(groups, 'live'), sumOf(groups, 'both')];
  return (
    <Stack gap={2}>
      {groups.length === 0 && <Text tone="soft">{t('The content of both sites is the same.')}</Text>}
      {groups.map((group) => (
        <GroupDetails key={`${group.kind} ${group.table}`} group={group} onText={onText} />
      ))}
      {both > 0 && (
        <Text as="p">
          <Icon name="warning" size={16} />{' '}
          {t('{count, plural, one {# item was} other {# items were}} changed on both sites since the copy.', {
            count: both,
          })}
        </Text>
      )}
      {live > 0 && (
        <Text as="p">
          {t('{count, plural, one {# item was} other {# items were}} changed only on the live site since the copy.', {
            count: live,
          })}
        </Text>
      )}
      {unseen.length > 0 && (
        <Text as="p" tone="soft" className="p-break">
          {t('Not compared, because there is too much in them: {tables}', {
            tables: unseen.map(({ table }) => table).join(', '),
          })}
        </Text>
      )}
    </Stack>
  );
}
