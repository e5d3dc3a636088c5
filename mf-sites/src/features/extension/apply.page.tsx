import { t } from '@panel/core';
import type { ReactNode } from 'react';
import type { ExtensionKind } from '@panel/core';
import { Page } from '@panel/ui';
import { Steps } from '@panel/ui/data';
import { extensionPaths } from '@panel/resources/extension';

export type ApplyStep = 'select' | 'confirm' | 'done';
type Props = {
  kind: ExtensionKind;
  /** Of the version; unknown on the last page, which has no way back. */
  id?: string;
  step: ApplyStep;
  complete?: boolean;
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
};

/** One step of select → confirm → done. */
export function ApplyPage({ kind, id, step, complete, title, subtitle, children }: Props) {
  const paths = extensionPaths(kind);
  const to = (path: (id: string) => string) => (id ? { to: path(id) } : {});
  return (
    <Page title={title} subtitle={subtitle} width="form">
      <Steps
        steps={[
          { key: 'select', title: t('Select sites'), ...to(paths.select) },
          { key: 'confirm', title: t('Confirm'), ...to(paths.confirm) },
          { key: 'done', title: t('Install') },
        ]}
        current={step}
        complete={complete}
      />
      {children}
    </Page>
  );
}
