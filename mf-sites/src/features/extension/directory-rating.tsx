import { formatNumber, t } from '@panel/core';
import { Text } from '@panel/ui';
import './directory.css';

/** A rating of 0 to 100 as five stars, with how many have rated it. */
export function DirectoryRating({ rating, count }: { rating: number | null; count: number }) {
  if (rating === null) return <Text tone="muted">{t('Not rated yet')}</Text>;
  const stars = formatNumber(Math.round(rating / 2) / 10);
  return (
    <span className="directory-rating">
      <span
        role="img"
        className="directory-stars"
        aria-label={t('{stars} of 5 stars, {count, plural, one {# rating} other {# ratings}}', { stars, count })}
      >
        ★★★★★
        <span style={{ width: `${rating}%` }}>★★★★★</span>
      </span>
      <Text size="s" tone="muted">
        {formatNumber(count)}
      </Text>
    </span>
  );
}
