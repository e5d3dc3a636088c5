import type { ReactNode } from 'react';
import { t } from '@panel/core';
import { Page, type PageProps } from '@panel/ui';
import { WorkloadHeader, type WorkloadHeaderProps } from '@panel/ui/data';

export type WorkloadPageProps = Omit<PageProps, 'breadcrumb' | 'subject' | 'title'> & {
  /** Left out on its overview, where its name is the h1. */
  title?: string;
  header: Omit<WorkloadHeaderProps, 'to'>;
  /** The list that it is in, and its own page. */
  list: { title: string; to: string };
  overview: string;
  /** After its name in the trail: the way to the same page of another one. */
  beside: ReactNode;
};

/** A page of a site or an application: below its trail the header that all of them share. */
export function WorkloadPage({ title, header, list, overview, beside, ...page }: WorkloadPageProps) {
  const crumb = { title: header.title, beside };
  return (
    <Page
      {...page}
      title={title}
      breadcrumb={[
        { title: t('Dashboard'), to: '/dashboard' },
        list,
        ...(title === undefined ? [crumb] : [{ ...crumb, to: overview }, { title }]),
      ]}
      subject={<WorkloadHeader {...header} to={title === undefined ? undefined : overview} />}
    />
  );
}
