import { createHash } from 'node:crypto';
import { AVOID_COOKIE, AVOID_SECONDS } from '@panel/contract/platform-errors';

/*
 * Failures of the shell itself are reported even if none of it runs: a script or style that does not load (P201 the first
 * script, P206 the others), code that throws before the shell runs (P205), and a frame that breaks (P208). Every page has
 * one short inline script; the rest is fetched after a failure.
 */

/** Address of the script that handles a failure of the shell. */
export const WATCH_PATH = '/shell-watch.js';

/**
 * Reports each file once per page view, with the token that the initial HTML carries. Where the shell does not run, the
 * browser requests another release through its cookie and one reload; if that fails too, the page shows a message. The one
 * other script before it runs has its words, without which it is English.
 */
export const WATCH_SCRIPT = `{
  const told = new Set();
  const token = document.documentElement.dataset.view;
  const known = /${AVOID_COOKIE}=/;
  const words = (number) => \`<div class="p-page" role="alert"><h1 class="p-page-title">The panel could not be started</h1>
    <p>It didn’t load. Nothing you saved is lost. Try again in a minute. (\${number})</p>
    <p><a href="">Reload</a></p></div>\`;
  const look = (event) => {
    const { target } = event;
    const own = target === window;
    const root = document.getElementById('root');
    const runs = root?.dataset.runs;
    const off = !runs || !root.firstChild;
    const address = own ? off && event.filename : target.rel !== 'preload' && (target.src || target.href);
    const [path, version, file] = /\\/shell\\/([^/]+)\\/(.+)/.exec(address) ?? [];
    if (!path || told.has(path)) return;
    told.add(path);
    const reason = own ? (runs ? 'P208' : 'P205') : target.defer ? 'P201' : 'P206';
    const detail = (own ? event.message : file).slice(0, 300);
    const stack = own && event.error?.stack?.slice(0, 4000);
    fetch('/platform/beacons', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', 'x-xsrf-token': /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '' },
      body: JSON.stringify({ token, events: [{ package: 'shell', version, kind: 'error', reason, detail, ...(stack && { stack }) }] }),
    }).catch(() => undefined);
    if (!off || (!own && target.src && !target.defer)) return;
    const again = known.test(document.cookie);
    if (!again) document.cookie = '${AVOID_COOKIE}=shell@' + version + '; path=/; max-age=${AVOID_SECONDS}; samesite=lax';
    // Without cookies nothing would stop the second reload.
    if (!again && known.test(document.cookie)) location.reload();
    else if (own || target.defer) (document.getElementById('main') ?? root).innerHTML = words(reason);
  };
  const { panelLost } = window;
  panelLost.splice(0).forEach(look);
  panelLost.push = (event) => (look(event), 2);
}`;

const WATCH_HASH = `sha384-${createHash('sha384').update(WATCH_SCRIPT).digest('base64')}`;

/** Records failures of the shell's files and code, and loads the reporting script once, by its hash. */
export const BOOT_WATCH = `{let d=document,q=self.panelLost=[],s;addEventListener('error',e=>{let t=e.target;/\\/shell\\/./.test(t.src||t.href||e.filename)&&q.push(e)<2&&(s=d.createElement('script'),s.integrity='${WATCH_HASH}',s.crossOrigin='',s.onerror=()=>{q.length=0},s.src='${WATCH_PATH}',d.head.append(s))},!0)}`;
