import { escapeHtml } from '../../lib/html.ts';

/**
 * The partner's online chat script on a page of its own (spec §3: ONLINE_CHAT_SCRIPT, URL-encoded). The sandbox of the
 * answer gives it an origin of its own: no cookie, no storage and no page of the panel can be reached from it. It runs in
 * a frame of that page, because a sandbox does not keep a document that is opened alone from navigating its own window.
 */
export const CHAT_FRAME_PATH = '/chat-frame';

/** Of the answer and of the frame: no navigation of other windows, no forms, no dialogs. */
const SANDBOX = 'allow-scripts allow-popups';

export const CHAT_FRAME_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    `sandbox ${SANDBOX}`,
    "default-src 'none'",
    "script-src https: 'unsafe-inline'",
    "style-src https: 'unsafe-inline'",
    'img-src https: data: blob:',
    'font-src https: data:',
    'media-src https:',
    'connect-src https: wss:',
    'frame-src https:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  // Opened alone, it does not know the window that opened it.
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Decodes once; badly encoded text yields nothing that could run. */
function decodedOnce(script: string): string | null {
  try {
    return decodeURIComponent(script);
  } catch {
    return null;
  }
}

/** The page for the frame, or null without a readable script. Accepts markup or a plain script. */
export function chatFrameHtml(encoded: string | undefined): string | null {
  const script = encoded ? decodedOnce(encoded) : null;
  if (!script?.trim()) return null;
  const markup = script.includes('<') ? script : `<script>${script}</script>`;
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Chat</title></head><body>${markup}</body></html>`;
  const frame = `<iframe title="Chat" sandbox="${SANDBOX}" referrerpolicy="no-referrer" srcdoc="${escapeHtml(page)}"></iframe>`;
  const style = '<style>html,body,iframe{display:block;margin:0;border:0;width:100%;height:100%}</style>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Chat</title>${style}</head><body>${frame}</body></html>`;
}
