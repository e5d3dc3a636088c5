import type { Migration } from '@panel/core';
import { Card, EmptyState, formatBytes, Icon, Inline, Link, RelativeTime, Stack, Text } from '@panel/ui';
import { comparedLabel } from '@panel/resources/migration';

type Page = NonNullable<Migration['rehearsal']>['pages'][number];

/** What one side answered, e.g. `200, “Home”, 12 KB`. */
const side = (answer: Page['copy']): string =>
  answer === null ? 'no answer' : `${answer.status}, “${answer.title || 'no title'}”, ${formatBytes(answer.bytes)}`;

function ComparedPage({ page: { path, copy, original, difference }, url }: { page: Page; url: string | null }) {
  return (
    <Inline as="li" gap={2} align="start" wrap={false}>
      <Icon
        name={difference === null ? 'check-circle' : 'warning'}
        size={16}
        className={difference === null ? 'p-text-success' : 'p-text-warning'}
        label={difference === null ? 'No difference' : 'Different'}
      />
      <Stack gap={1}>
        {url ? (
          <Link href={new URL(path, url).href} newTab>
            {path}
          </Link>
        ) : (
          <Text className="p-break">{path}</Text>
        )}
        {difference !== null && <Text size="s">{difference}</Text>}
        <Text size="s" tone="muted" className="p-break">
          Copy: {side(copy)}
          {original && `. Original: ${side(original)}`}
        </Text>
      </Stack>
    </Inline>
  );
}

/** The copy beside the original, page by page. */
export function MigrationPages({ migration: { rehearsal, site_url, source_url } }: { migration: Migration }) {
  if (!rehearsal) return null;
  return (
    <Card title="Pages of the copy">
      {rehearsal.pages.length === 0 ? (
        <EmptyState icon="migration" title="No pages" text="The copy publishes no pages." />
      ) : (
        <Stack gap={4}>
          <Text as="p" tone="soft">
            {source_url
              ? `${comparedLabel(rehearsal)}, compared `
              : 'Without the present address, only the copy was checked, '}
            <RelativeTime at={rehearsal.checked_at} />.
          </Text>
          <Stack as="ul" gap={3}>
            {rehearsal.pages.map((page) => (
              <ComparedPage key={page.path} page={page} url={site_url} />
            ))}
          </Stack>
        </Stack>
      )}
    </Card>
  );
}
