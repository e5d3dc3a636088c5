import { useSuspenseQuery } from '@tanstack/react-query';
import { useCanOpen, t, told } from '@panel/core';
import { Card, KindIcon, Link, RelativeTime } from '@panel/ui';
import { bellQuery, typeLook, useReadNotification } from '@panel/resources/notification';

const LIST_PAGE = '/my-account/notifications';

/** The newest notifications, from the same response as the bell's. */
export function RecentNews() {
  const { data } = useSuspenseQuery(bellQuery);
  const { mutate: read } = useReadNotification();
  const canOpen = useCanOpen();
  return (
    <Card
      title={t('Recent notifications')}
      actions={
        canOpen(LIST_PAGE) ? (
          <Link to={LIST_PAGE} small>
            {t('All notifications')}
          </Link>
        ) : undefined
      }
      flush
    >
      {data.pageElements.length === 0 && (
        <p className="d-none">{t('No activity yet. Activity on your sites will appear here.')}</p>
      )}
      <ul className="d-rows">
        {data.pageElements.map((item) => (
          <li key={item.id} className="d-row">
            <KindIcon {...typeLook(item.type)} />
            <div className="d-name">
              {item.link && canOpen(item.link) ? (
                <Link to={item.link} quiet onClick={() => item.status === 'unread' && read(item)}>
                  {told(item.description, item)}
                </Link>
              ) : (
                told(item.description, item)
              )}
            </div>
            <span className="d-side">
              <RelativeTime at={item.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
