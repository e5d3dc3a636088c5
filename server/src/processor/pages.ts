import { randomBytes } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1px }
form, main { display: grid; gap: 12px }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
label { display: grid; gap: 4px; font-size: 14px }
input { font: inherit; padding: 8px 10px; border: 1px solid #8a8a8a; border-radius: 6px; min-width: 0 }
input:focus-visible, button:focus-visible { outline: 2px solid #1f5fd0; outline-offset: 1px }
button { font: inherit; font-weight: 600; padding: 10px; border: 0; border-radius: 6px; background: #1f5fd0; color: #fff; cursor: pointer }
button.second { background: transparent; color: inherit; border: 1px solid #8a8a8a }
button:disabled { opacity: .6; cursor: default }
p { margin: 0; font-size: 14px }
[role=alert] { color: #b3261e } [role=alert]:empty { display: none }
@media (prefers-color-scheme: dark) { [role=alert] { color: #ff8a80 } }`;

/** Tells the page that frames it how tall it is and what happens; nothing of a card is in a message. */
const TELL = `
const tell = (message) => parent.postMessage(message, '*');
new ResizeObserver(() => tell({ type: 'resize', height: document.documentElement.offsetHeight })).observe(document.documentElement);`;

const FORM = `${TELL}
const query = new URLSearchParams(location.search);
const secret = query.get('client_secret') ?? '';
const isSetup = secret.startsWith('seti_');
const intent = (isSetup ? '/v1/setup_intents/' : '/v1/payment_intents/') + encodeURIComponent(secret.split('_secret_')[0]);
const headers = { authorization: 'Bearer ' + (query.get('key') ?? '') };
const form = document.forms[0], alert = document.querySelector('[role=alert]'), button = document.querySelector('button');
if (isSetup) button.textContent = 'Save card';
const failed = (message) => { button.disabled = false; alert.textContent = message; tell({ type: 'failed', message }); };
function follow(found) {
  if (found.status === 'succeeded') { form.inert = true; button.disabled = true; button.textContent = isSetup ? 'Saved' : 'Paid'; tell({ type: 'succeeded' }); if (form.dataset.back) location.replace(form.dataset.back); return; }
  if (found.next_action) {
    const to = new URL(found.next_action.redirect_to_url.url);
    to.searchParams.set('key', query.get('key') ?? '');
    if (query.get('session')) to.searchParams.set('session', query.get('session'));
    tell({ type: 'processing' });
    return location.replace(to);
  }
  const refusal = found.last_payment_error ?? found.last_setup_error;
  if (refusal) failed(refusal.message);
}
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  alert.textContent = '';
  tell({ type: 'processing' });
  const [month, year] = form.expiry.value.split('/').map((part) => part.trim());
  const card = 'payment_method_data[card]';
  const body = new URLSearchParams({ client_secret: secret, 'payment_method_data[type]': 'card',
    [card + '[number]']: form.number.value, [card + '[exp_month]']: month, [card + '[exp_year]']: year?.length === 2 ? '20' + year : year ?? '', [card + '[cvc]']: form.cvc.value });
  try {
    const answer = await fetch(intent + '/confirm', { method: 'POST', headers, body });
    const found = await answer.json();
    if (found.error) failed(found.error.message); else follow(found);
  } catch { failed('The payment processor does not answer. Try again.'); }
});
fetch(intent + '?' + new URLSearchParams({ client_secret: secret }), { headers }).then((answer) => answer.json()).then((found) => {
  if (found.error) failed(found.error.message); else { follow(found); tell({ type: 'ready' }); }
}, () => failed('The payment processor does not answer. Try again.'));`;

const CHALLENGE = `${TELL}
tell({ type: 'processing' });
const query = new URLSearchParams(location.search);
for (const button of document.querySelectorAll('button')) button.addEventListener('click', async () => {
  for (const each of document.querySelectorAll('button')) each.disabled = true;
  await fetch('/challenge', { method: 'POST', body: new URLSearchParams({ client_secret: query.get('client_secret') ?? '', passed: button.value }) });
  location.replace('/card-form?' + query);
});`;

function page(title: string, body: string, script: string): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64');
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style nonce="${nonce}">${STYLE}</style></head><body>${body}<script nonce="${nonce}">${script}</script></body></html>`,
    policy: `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'`,
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The card form: the only place at which a card number is typed. A checkout page of its own leads back to the panel. */
export const cardForm = (back?: { success: string; cancel: string }) =>
  page(
    'Card',
    `<form novalidate${back ? ` data-back="${escaped(back.success)}"` : ''}><label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" required></label><div class="row"><label>Expiry date<input name="expiry" autocomplete="cc-exp" placeholder="MM / YY" required></label><label>CVC<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="123" required></label></div><p role="alert"></p><button>Pay</button><p>Test processor: no money moves. Use a test card of Stripe, such as 4242 4242 4242 4242.</p>${back ? `<p><a href="${escaped(back.cancel)}">Back</a></p>` : ''}</form>`,
    FORM,
  );

/** The challenge of the bank, as 3-D Secure has it. */
export const challengePage = () =>
  page(
    'Your bank asks',
    `<main><p>Your bank wants to know whether this payment is yours.</p><button value="true">Complete authentication</button><button class="second" value="false">Fail authentication</button></main>`,
    CHALLENGE,
  );
