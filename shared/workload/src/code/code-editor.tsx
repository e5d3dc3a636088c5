import { lazy, Suspense, type ComponentType } from 'react';
import { t } from '@panel/core';
import { Skeleton, TextArea } from '@panel/ui';
import type { CodeDiffProps } from './code-diff.tsx';
import type { CodeViewProps } from './code-view.tsx';
import './code.css';

/** What is shown when the code of the editor did not load: the text can be changed all the same. */
const PlainEditor = ({ label, value, onChange }: CodeViewProps) => (
  <TextArea aria-label={label} className="code-plain" spellCheck={false} dir="ltr" value={value} onChange={onChange} />
);
const PlainDiff = ({ label, text }: CodeDiffProps) => (
  <pre className="code-plain" aria-label={label}>
    {text}
  </pre>
);

const View = lazy<ComponentType<CodeViewProps>>(() =>
  import('./code-view.tsx').then(
    ({ CodeView }) => ({ default: CodeView }),
    () => ({ default: PlainEditor }),
  ),
);
const Diff = lazy<ComponentType<CodeDiffProps>>(() =>
  import('./code-diff.tsx').then(
    (loaded) => ({ default: loaded.CodeDiff }),
    () => ({ default: PlainDiff }),
  ),
);

const Loading = () => <Skeleton kind="text" rows={8} label={t('Loading the editor')} />;

/** A text with the colors of its language. Its code loads with the first one. */
export const CodeEditor = (props: CodeViewProps) => (
  <Suspense fallback={<Loading />}>
    <View {...props} />
  </Suspense>
);

/** What differs between two texts. */
export const CodeDiff = (props: CodeDiffProps) => (
  <Suspense fallback={<Loading />}>
    <Diff {...props} />
  </Suspense>
);
