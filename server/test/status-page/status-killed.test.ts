// On the embedded database: a killed panel, which keeps its database itself.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client, until } from '../../src/testing/index.ts';
import { startSmtpReceiver, type Received } from '../session/smtp-receiver.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { incidentOf, reported } from './status-support.ts';

const isOurs = ({ data }: Received): boolean => /^Subject: Investigating: Killed$/m.test(data);
/** Quoted-printable text in one piece. */
const textOf = ({ data }: Received): string => data.replaceAll('=\n', '').replaceAll('=3D', '=');

test('killed while the mail server answers: after the restart the others get theirs, and nobody gets two', async () => {
  let isHeld = true;
  // An answer that never comes: the process dies while it waits.
  const smtp = await startSmtpReceiver((mail) =>
    isHeld && isOurs(mail) ? new Promise(() => undefined) : Promise.resolve(),
  );
  const panels = await demoPanels('panel-status-', undefined, { SMTP_URL: smtp.url });
  after(async () => {
    await panels.close();
    await smtp.close();
  });
  const ours = () => smtp.received.filter(isOurs);
  let { panel, staff } = await panels.start();
  const visitor = new Client(panel.port, 'aurora.localhost');
  const addresses = ['ada@example.com', 'bob@example.com', 'eve@example.com'];
  for (const email of addresses) {
    assert.equal((await visitor.plainForm('/status/subscribe', { email })).status, 200);
    const asked = smtp.received.find(({ to }) => to.includes(`<${email}>`));
    const [link] = /\/status\/confirm\?token=[\w-]{43}/.exec(asked ? textOf(asked) : '') ?? [''];
    assert.equal((await visitor.plainForm(link, {})).status, 200);
  }
  const id = await reported(staff, { title: 'Killed', mail: true });
  await until('the first email to arrive', () => ours().length === 1);
  await panel.kill('SIGKILL');
  isHeld = false;
  ({ panel, staff } = await panels.start());
  await until('the others to be sent', async () => (await incidentOf(staff, id)).updates[0]?.mail?.state === 'ended');
  const recipients = ours().flatMap(({ to }) => to);
  assert.deepEqual(
    recipients.toSorted(),
    addresses.map((email) => `<${email}>`),
  );
  assert.deepEqual((await incidentOf(staff, id)).updates[0]?.mail, { state: 'ended', sent: 2, failed: 1 });
  for (const mail of ours()) {
    assert.match(mail.data, /^List-Unsubscribe:\s+<http:\/\/aurora\.localhost/m);
    assert.match(mail.data, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  }
});
