import { useQuery } from '@tanstack/react-query';
import type { MenuCounts } from '@panel/frame';
import { bellQuery, unreadOf } from '@panel/resources/notification';
import { siteSummaryQuery } from '@panel/resources/site';

/** Totals beside menu entries, from what the tab has loaded: a menu requests nothing of its own. */
export function useMenuCounts(): MenuCounts {
  const { data: sites } = useQuery({ ...siteSummaryQuery, enabled: false });
  const { data: news } = useQuery({ ...bellQuery, enabled: false });
  return { sites: sites?.siteCount, unread: unreadOf(news) };
}
