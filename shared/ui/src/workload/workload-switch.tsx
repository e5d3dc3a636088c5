import { t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { SearchInput } from '../form/search-input.tsx';
import { Popover } from '../overlay/popover.tsx';
import { IconButton } from '../parts/button.tsx';

/** Another one, and where the same page of it is. */
export type WorkloadChoice = { key: string; title: string; detail: string; to: string; current: boolean };

export type WorkloadSwitchProps = {
  /** e.g. "Switch site". */
  label: string;
  keyword: string;
  onKeyword: (keyword: string) => void;
  /** What the keyword finds; undefined while it loads. */
  choices: readonly WorkloadChoice[] | undefined;
  /** Runs when it opens: what it lists is needed from then on. */
  onOpen: () => void;
};

/** In a breadcrumb after the name of what the page is about: opens the same page of another one. */
export function WorkloadSwitch({ label, keyword, onKeyword, choices, onOpen }: WorkloadSwitchProps) {
  return (
    <Popover
      label={label}
      placement="bottom-start"
      onOpen={onOpen}
      trigger={(props) => <IconButton {...props} icon="chevron-down" label={label} size="s" tooltip={false} />}
    >
      {(close) => (
        <div className="p-switch">
          <SearchInput label={t('Search by title or address')} value={keyword} onChange={onKeyword} delay={150} />
          {choices?.length === 0 && <p className="p-switch-none">{t('No matches')}</p>}
          <ul className="p-switch-list" aria-busy={choices === undefined}>
            {choices?.map(({ key, title, detail, to, current }) => (
              <li key={key}>
                <AppLink className="p-menu-item" to={to} aria-current={current ? 'true' : undefined} onClick={close}>
                  <span className="p-menu-label">
                    {title}
                    <span className="p-menu-reason">{detail}</span>
                  </span>
                </AppLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popover>
  );
}
