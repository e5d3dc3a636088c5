import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { foundSitesQuery } from '@panel/resources/site';

const DELAY_MS = 200;
const SHOWN = 6;

/** The input, once typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Up to six sites whose address or title contains the text; no request below two letters or where sites are off. */
export function useFoundSites(typed: string, enabled: boolean) {
  const keyword = usePaused(typed.trim());
  const wanted = enabled && keyword.length >= 2;
  const { data, isFetching, isError } = useQuery({
    ...foundSitesQuery(keyword, SHOWN),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  return {
    sites: wanted ? (data?.pageElements ?? []) : [],
    searching: wanted && isFetching,
    failed: wanted && isError,
  };
}
