// On the embedded database: a killed panel, which keeps its database itself.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { startSmtpReceiver, type Received } from '../session/smtp-receiver.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { announced, rowOf } from './announcement-support.ts';

const isOurs = ({ data }: Received): boolean => /^Subject: Killed$/m.test(data);

test('killed while the mail server answers: after the restart the others get theirs, and nobody gets two', async () => {
  let isHeld = true;
  // An answer that never comes: the process dies while it waits.
  const smtp = await startSmtpReceiver((mail) =>
    isHeld && isOurs(mail) ? new Promise(() => undefined) : Promise.resolve(),
  );
  const panels = await demoPanels('panel-announcements-', undefined, { SMTP_URL: smtp.url });
  after(async () => {
    await panels.close();
    await smtp.close();
  });
  const ours = () => smtp.received.filter(isOurs);
  let { panel, staff } = await panels.start();
  const id = await announced(staff, { title: 'Killed', mail: true });
  await until('the first email to arrive', () => ours().length === 1);
  await panel.kill('SIGKILL');
  isHeld = false;
  ({ panel, staff } = await panels.start());
  await until('the others to be sent', async () => (await rowOf(staff, id)).mail?.state === 'ended');
  const recipients = ours().flatMap(({ to }) => to);
  assert.deepEqual(recipients.toSorted(), ['<customer@aurora.example>', '<second@aurora.example>']);
  assert.deepEqual((await rowOf(staff, id)).mail, { state: 'ended', sent: 1, failed: 1 });
});
