import type { ReactNode } from 'react';
import type { PageProps } from '@panel/ui';
import type { Workload } from '@panel/resources/workload';

/** Renders a page of a site, or of an application, with the header that its pages share. */
export type WorkloadFrame = (
  page: Omit<PageProps, 'breadcrumb' | 'subject' | 'title'> & { title: string },
) => ReactNode;

/** What a page that sites and applications share gets. */
export type OnWorkload = { workload: Workload; frame: WorkloadFrame };

/** The text for a site, or for an application. */
export const byKind = ({ kind }: Pick<Workload, 'kind'>, site: string, app: string): string =>
  kind === 'site' ? site : app;
