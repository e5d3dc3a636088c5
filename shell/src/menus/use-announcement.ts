import { useQuery } from '@tanstack/react-query';
import { queryClient, useViewer } from '@panel/core';
import type { AnnouncementBanner, Boot } from '@panel/contract';
import { announcementBannerQuery } from '@panel/resources/announcement';
import { useIdle } from '../chrome/use-idle.ts';

/** Keeps what the initial HTML knew: nothing is asked for before the first page has rendered. */
export function keepInitialAnnouncement({ announcement }: Pick<Boot, 'announcement'>): void {
  if (announcement !== undefined) queryClient.setQueryData(announcementBannerQuery.queryKey, { announcement });
}

/** What the banner tells a customer. */
export function useAnnouncement(): AnnouncementBanner | null {
  const isCustomer = useViewer()?.role === 'customer';
  const idle = useIdle();
  const { data } = useQuery({ ...announcementBannerQuery, enabled: isCustomer && idle });
  return (isCustomer && data?.announcement) || null;
}
