import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@panel/core';

const DELAY_MS = 200;

/** What was typed, once the typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Up to six sites whose address holds the text; nothing is asked for less than two letters or where sites are off. */
export function useFoundSites(typed: string, enabled: boolean) {
  const keyword = usePaused(typed.trim());
  const wanted = enabled && keyword.length >= 2;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['site', 'palette', keyword],
    queryFn: ({ signal }) => api.site.filter({ keyword, pageIndex: 0, pageSize: 6, orderBy: 'fqdn', sortOrder: 'asc' }, { signal }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  return { sites: wanted ? (data?.pageElements ?? []) : [], searching: wanted && isFetching, failed: wanted && isError };
}
