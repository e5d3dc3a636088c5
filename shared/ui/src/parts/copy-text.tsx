import { useEffect, useState } from 'react';
import { t } from '@panel/core';
import { cx } from '../cx.ts';
import { IconButton } from './button.tsx';

/** The clipboard API is missing on plain http: there the text is selected and copied with execCommand. */
async function copy(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Denied: fall back.
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'p-visually-hidden';
  const host = document.activeElement?.closest('dialog') ?? document.body;
  host.append(field);
  field.select();
  const done = document.execCommand?.('copy') ?? false;
  field.remove();
  return done;
}

export type CopyTextProps = {
  text: string;
  /** Name of the button. */
  label?: string;
  /** Only the button, for text that is shown elsewhere. */
  buttonOnly?: boolean;
  /** Shows all of the text on narrow screens too, on several lines. */
  whole?: boolean;
};

/** A text with a button that copies it and reports the result. */
export function CopyText({ text, label = t('Copy'), buttonOnly = false, whole = false }: CopyTextProps) {
  const [result, setResult] = useState<'done' | 'failed' | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), 2000);
    return () => clearTimeout(timer);
  }, [result]);
  const run = async (button: HTMLElement) => {
    setResult((await copy(text)) ? 'done' : 'failed');
    button.focus();
  };
  return (
    <span className="p-copy">
      {!buttonOnly && <span className={cx('p-mono', whole ? 'p-break' : 'p-truncate')}>{text}</span>}
      <IconButton
        icon={result === 'done' ? 'check' : 'copy'}
        label={label}
        size="s"
        onClick={(event) => void run(event.currentTarget)}
      />
      <span role="status" className={result === 'failed' ? 'p-text-danger p-size-xs' : 'p-visually-hidden'}>
        {result === 'done' && t('Copied')}
        {result === 'failed' && t('Couldn’t copy. Select the text and copy it yourself.')}
      </span>
    </span>
  );
}
