import { useState } from 'react';
import type { FrameModel } from '@panel/frame';
import { brandOf, usePartner, t } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { FrameIcon } from './frame-icon.tsx';

/** Address of the server's page for the partner's script, with a separate origin. */
export const CHAT_FRAME_PATH = '/chat-frame';

/** Not beside passwords, payments or the administration (decision: notes on the chat script). */
export function chatAllowed(layout: FrameModel['layout'], path: string): boolean {
  return (
    layout !== 'login' &&
    layout !== 'admin' &&
    layout !== 'plain' &&
    !/password|payment|billing|checkout|\/admin/i.test(path)
  );
}

/**
 * The partner's online chat. Its script runs in a frame that cannot read the panel or its cookies: no
 * allow-same-origin, and the frame's own response sets the same sandbox. It loads when a user opens the chat.
 */
export function ChatPanel({ layout }: { layout: FrameModel['layout'] }) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const { chatScript, company } = brandOf(usePartner());
  if (!chatScript || !chatAllowed(layout, pathname)) return null;
  return (
    <aside className="f-chat" aria-label={t('Online chat')}>
      {open && (
        <iframe
          className="f-chat-frame"
          title={t('Chat with {company}', { company })}
          src={CHAT_FRAME_PATH}
          sandbox="allow-scripts allow-popups"
          referrerPolicy="no-referrer"
        />
      )}
      <button type="button" className="f-button f-chat-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <FrameIcon name={open ? 'close' : 'chat'} />
        <span>{open ? t('Close chat') : t('Chat')}</span>
      </button>
    </aside>
  );
}
