/**
 * The partner's online chat script on a page of its own (spec §3: ONLINE_CHAT_SCRIPT, URL-encoded). The sandbox of the
 * answer gives it an origin of its own even when somebody opens the address directly: no cookie, no storage and no page
 * of the panel can be reached from it.
 */
export const CHAT_FRAME_PATH = '/chat-frame';

export const CHAT_FRAME_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    'sandbox allow-scripts allow-popups',
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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Chat</title></head><body>${markup}</body></html>`;
}
