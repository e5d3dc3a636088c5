import { t, Trans } from '@panel/core';
import type { Migration } from '@panel/core';
import { Card, Disclosure, EmptyState, formatBytes, Icon, Inline, Link, RelativeTime, Stack, Text } from '@panel/ui';
import { comparedLabel, similarityLabel } from '@panel/resources/migration';
import './migration-pages.css';

type Page = NonNullable<Migration['rehearsal']>['pages'][number];

/** What one side answered, e.g. `200, “Home”, 12 KB`. */
const side = (answer: Page['copy']): string =>
  answer === null
    ? t('no answer')
    : t('{status}, “{title}”, {size}', {
        status: String(answer.status),
        title: answer.title || t('no title'),
        size: formatBytes(answer.bytes),
      });

type Pictures = NonNullable<Page['pictures']>;

function Picture({ caption, url, path }: { caption: string; url: string; path: string }) {
  return (
    <figure className="migration-picture">
      <img
        src={url}
        alt={t('{caption}: first screen of {path}', { caption, path })}
        width={640}
        height={400}
        loading="lazy"
      />
      <Text as="figcaption" size="s" tone="soft">
        {caption}
      </Text>
    </figure>
  );
}

/** The first screen on both sides, and the copy with what differs marked. */
function ComparedPictures({ pictures, path }: { pictures: Pictures; path: string }) {
  const { copy_url, original_url, marked_url, similarity } = pictures;
  return (
    <Disclosure
      summary={
        similarity === null ? t('Picture') : t('Pictures: {similarity}', { similarity: similarityLabel(similarity) })
      }
    >
      <div className="migration-pictures">
        {original_url && <Picture caption={t('Original')} url={original_url} path={path} />}
        <Picture caption={t('The copy')} url={copy_url} path={path} />
        {marked_url && <Picture caption={t('Differences in red')} url={marked_url} path={path} />}
      </div>
    </Disclosure>
  );
}

function ComparedPage({
  page: { path, copy, original, difference, pictures },
  url,
}: {
  page: Page;
  url: string | null;
}) {
  return (
    <Inline as="li" gap={2} align="start" wrap={false}>
      <Icon
        name={difference === null ? 'check-circle' : 'warning'}
        size={16}
        className={difference === null ? 'p-text-success' : 'p-text-warning'}
        label={difference === null ? t('No difference') : t('Different')}
      />
      <Stack gap={1} className="migration-page">
        {url ? (
          <Link href={new URL(path, url).href} newTab>
            {path}
          </Link>
        ) : (
          <Text className="p-break">{path}</Text>
        )}
        {difference !== null && <Text size="s">{difference}</Text>}
        <Text size="s" tone="muted" className="p-break">
          {original
            ? t('Copy: {copy}. Original: {original}', { copy: side(copy), original: side(original) })
            : t('Copy: {copy}', { copy: side(copy) })}
        </Text>
        {pictures && <ComparedPictures pictures={pictures} path={path} />}
      </Stack>
    </Inline>
  );
}

/** A longer list shows the pages that differ, and the others on request. */
const SHORT = 20;

function Pages({ pages, url }: { pages: readonly Page[]; url: string | null }) {
  return (
    <Stack as="ul" gap={3}>
      {pages.map((page) => (
        <ComparedPage key={page.path} page={page} url={url} />
      ))}
    </Stack>
  );
}

function PageList({ pages, url }: { pages: readonly Page[]; url: string | null }) {
  const same = pages.filter(({ difference }) => difference === null);
  if (pages.length <= SHORT || same.length === 0) return <Pages pages={pages} url={url} />;
  return (
    <>
      <Pages pages={pages.filter(({ difference }) => difference !== null)} url={url} />
      <Disclosure
        summary={t('{count, plural, one {# page} other {# pages}} without a difference', { count: same.length })}
      >
        <Pages pages={same} url={url} />
      </Disclosure>
    </>
  );
}

/** The copy beside the original, page by page. */
export function MigrationPages({ migration: { rehearsal, site_url, source_url } }: { migration: Migration }) {
  if (!rehearsal) return null;
  const checkedAt = () => <RelativeTime at={rehearsal.checked_at} />;
  return (
    <Card title={t('Pages of the copy')}>
      {rehearsal.pages.length === 0 ? (
        <EmptyState icon="migration" title={t('No pages')} text={t('The copy publishes no pages.')} />
      ) : (
        <Stack gap={4}>
          <Text as="p" tone="soft">
            {source_url ? (
              <Trans
                id="{summary}, compared <0/>."
                values={{ summary: comparedLabel(rehearsal) }}
                parts={[checkedAt]}
              />
            ) : (
              <Trans id="Without the present address, only the copy was checked, <0/>." parts={[checkedAt]} />
            )}
            {rehearsal.left_out > 0 &&
              ` ${t('Not checked: {count, plural, one {# more page} other {# more pages}}.', { count: rehearsal.left_out })}`}
            {!rehearsal.has_pictures && ` ${t('Pictures are not available: this server has no browser to take them.')}`}
          </Text>
          <PageList pages={rehearsal.pages} url={site_url} />
        </Stack>
      )}
    </Card>
  );
}
