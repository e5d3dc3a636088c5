import { useQuery } from '@tanstack/react-query';
import { queryClient, useViewer } from '@panel/core';
import type { AnnouncementBanner, Boot } from '@panel/contract';
import { announcementBannerQuery } from '@panel/resources/announcement';
import { useIdle } from '../chrome/use-idle.ts';
import { isPreview } from '../preview/is-preview.ts';

/** Keeps what the initial HTML knew: nothing is asked for before the first page has rendered. */
export function keepInitialAnnouncement({ announcement }: Pick<Boot, 'announcement'>): void {
  if (announcement !== undefined) queryClient.setQueryData(announcementBannerQuery.queryKey, { announcement });
}

/** What the banner tells a customer. A preview has none: the call is refused to its staff. */
export function useAnnouncement(): AnnouncementBanner | null {
  const isCustomer = useViewer()?.role === 'customer' && !isPreview();
  const idle = useIdle();
  const { data } = useQuery({ ...announcementBannerQuery, enabled: isCustomer && idle });
  return (isCustomer && data?.announcement) || null;
}
