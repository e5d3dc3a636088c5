import { formatNumber, t } from '@panel/core';
import { IconButton } from '../parts/button.tsx';
import { Select } from '../form/select.tsx';

const SIZES = ['10', '20', '50', '100'] as const;

export type PagerProps = {
  pageIndex: number;
  pageSize: number;
  total: number;
  onChange: (change: { pageIndex?: number; pageSize?: number }) => void;
};

/** "Showing 1–10 of 240" and links to the other pages; nothing when one page of the smallest size shows all. */
export function Pager({ pageIndex, pageSize, total, onChange }: PagerProps) {
  if (total <= Math.min(pageSize, Number(SIZES[0])) && pageIndex === 0) return null;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = Math.min(total, pageIndex * pageSize + 1);
  const to = Math.min(total, (pageIndex + 1) * pageSize);
  const end = pageIndex >= pages - 1 ? t('This is the last page.') : null;
  const start = pageIndex === 0 ? t('This is the first page.') : null;
  return (
    <nav className="p-pager" aria-label={t('Pages')}>
      <span className="p-figures" aria-live="polite">
        {t('Showing {from}–{to} of {total}', {
          from: formatNumber(from),
          to: formatNumber(to),
          total: formatNumber(total),
        })}
      </span>
      <label className="p-pager-size">
        <span>{t('Rows')}</span>
        <Select
          size="s"
          options={SIZES.map((value) => ({ value, label: value }))}
          value={String(pageSize) as (typeof SIZES)[number]}
          onChange={(size) => onChange({ pageSize: Number(size), pageIndex: Math.floor((from - 1) / Number(size)) })}
        />
      </label>
      <span className="p-inline p-gap-1">
        <IconButton
          size="s"
          icon="chevron-left"
          label={t('Previous page')}
          disabledReason={start}
          onClick={() => onChange({ pageIndex: pageIndex - 1 })}
        />
        <span className="p-figures">
          {t('Page {pageIndex} of {pages}', { pageIndex: formatNumber(pageIndex + 1), pages: formatNumber(pages) })}
        </span>
        <IconButton
          size="s"
          icon="chevron-right"
          label={t('Next page')}
          disabledReason={end}
          onClick={() => onChange({ pageIndex: pageIndex + 1 })}
        />
      </span>
    </nav>
  );
}
