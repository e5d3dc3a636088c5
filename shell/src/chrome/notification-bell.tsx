import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCanOpen, type Notification, t, told } from '@panel/core';
import { AppLink, useNavigate } from '@panel/core/router';
import { headerButtons } from '@panel/frame';
import { Popover, reactRenderer, RelativeTime } from '@panel/ui';
import { bellQuery, unreadOf, useReadNotification } from '@panel/resources/notification';
import { markTaskStale, onTaskEnd } from '@panel/resources/task';
import { useIdle } from './use-idle.ts';

const LIST_PAGE = '/my-account/notifications';

function News({
  items,
  failed,
  onOpen,
}: {
  items: readonly Notification[] | undefined;
  failed: boolean;
  onOpen: (item: Notification) => void;
}) {
  if (failed && !items)
    return (
      <p className="f-news-note" role="alert">
        {t('Your notifications didn’t load.')}
      </p>
    );
  if (!items)
    return (
      <p className="f-news-note" role="status">
        {t('Loading')}
      </p>
    );
  if (items.length === 0)
    return <p className="f-news-note">{t('You’re all caught up. Activity on your sites will appear here.')}</p>;
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            className="f-news-item"
            data-unread={item.status === 'unread' || undefined}
            onClick={() => onOpen(item)}
          >
            <span className="f-news-text">
              {item.status === 'unread' && <span className="f-sr">{t('Unread:')} </span>}
              {told(item.description, item)}
            </span>
            <span className="f-news-time">
              <RelativeTime at={item.created_at} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The bell: the number of unread notifications, the five newest, and a link to all (spec §2, Menus). */
export function NotificationBell() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const idle = useIdle();
  const { data, isError, refetch } = useQuery({ ...bellQuery, enabled: idle });
  const { mutate: read } = useReadNotification();
  const canOpen = useCanOpen();
  const hasPage = canOpen(LIST_PAGE);
  // A task that ends has changed something, and often adds a notification.
  useEffect(() => onTaskEnd(cache, (task) => void markTaskStale(cache, task)), [cache]);

  const unread = unreadOf(data);
  const name = unread > 0 ? t('Notifications, {unread} unread', { unread }) : t('Notifications');
  const open = (item: Notification, close: () => void) => {
    if (item.status === 'unread') read(item);
    close();
    const target = item.link && canOpen(item.link) ? item.link : hasPage ? LIST_PAGE : null;
    if (target) void navigate(target);
  };
  const count = unread > 0 && (
    <span className="f-count" aria-hidden="true">
      {unread > 99 ? '99+' : unread}
    </span>
  );
  return (
    <Popover
      label={t('Notifications')}
      width="menu"
      onOpen={() => void refetch()}
      trigger={(props) => headerButtons.bell(reactRenderer, { ...props, 'aria-label': name }, count)}
    >
      {(close) => (
        <div className="f-news">
          <div className="f-news-head">
            <h2>{t('Notifications')}</h2>
            <span>{unread > 0 ? t('{unread} unread', { unread }) : t('All read')}</span>
          </div>
          <News items={data?.pageElements} failed={isError} onOpen={(item) => open(item, close)} />
          {hasPage && (
            <AppLink className="f-news-all" to={LIST_PAGE} onClick={close}>
              {t('See all notifications')}
            </AppLink>
          )}
        </div>
      )}
    </Popover>
  );
}
