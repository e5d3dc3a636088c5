import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { limitsOfPlan } from '@panel/contract';
import { eq, like } from 'drizzle-orm';
import { createTransport, type Transporter } from 'nodemailer';
import type { PartnerRow } from '../../src/context/call-context.ts';
import { mailOutbox, partner, usageDay, user, workload } from '../../src/db/schema.ts';
import { createAttemptCounter } from '../../src/context/rate-limit.repo.ts';
import { createMemoryCounter, type AttemptCounter } from '../../src/lib/attempt-counter.ts';
import { createEgressLog, type EgressLog } from '../../src/metrics/egress-log.ts';
import { createSiteMail } from '../../src/modules/mail/site-mail.ts';
import { rewriteHead } from '../../src/modules/mail/site-mail-header.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { until } from '../hosting/hosting-support.ts';
import { startSmtpReceiver } from '../session/smtp-receiver.ts';
import { openEgress, type EgressBench } from './egress-support.ts';

const PER_HOUR = limitsOfPlan('FREE').site.mailsPerHour;

/** An email program that talks to the site's relay. */
function mailerOf(bench: EgressBench, siteChannel = bench.channels.mail): Transporter {
  return createTransport({
    ignoreTLS: true,
    getSocket: (_options, callback) => {
      const connection = connect(siteChannel, () => callback(null, { connection }));
      connection.once('error', callback);
    },
  });
}

describe('emails of hosted code', () => {
  let panel: Panel;
  let bench: EgressBench;
  let siteId: string;
  let fqdn: string;
  let domain: string;
  let meter: EgressLog;
  let attempts: AttemptCounter;
  let ahead = 0;
  const rows = () => panel.ctx.db.select().from(mailOutbox).where(eq(mailOutbox.subject, 'Order № 7'));

  before(async () => {
    panel = await startPanel();
    const owner = await panel.addPartner();
    domain = owner.domain;
    fqdn = `bakery.${owner.sitesDomain}`;
    const [row] = await panel.ctx.db
      .insert(workload)
      .values({ partnerId: owner.id, fqdn, name: 'bakery', kind: 'wordpress', type: 'wordpress', infraDomainId: 'x' })
      .returning();
    siteId = row?.id ?? '';
    meter = createEgressLog(panel.ctx);
    const now = () => Date.now() + ahead;
    attempts = createAttemptCounter(panel.ctx.db, { now: () => new Date(now()) });
    bench = await openEgress({ siteId, relay: createSiteMail(panel.ctx), meter, attempts, now });
  });
  after(async () => {
    await bench.close();
    await meter.close();
    await panel.close();
  });

  test('of a staging site are refused with the reason, and reach nobody', async () => {
    const set = (isStage: boolean) => panel.ctx.db.update(workload).set({ isStage }).where(eq(workload.id, siteId));
    await set(true);
    const sent = mailerOf(bench).sendMail({ from: 'a@bakery.example', to: 'ada@example.com', subject: 'Order № 7' });
    await assert.rejects(sent, /550 This is a staging site\. It sends no emails\./);
    assert.deepEqual(await rows(), []);
    await set(false);
  });

  test('of a site whose partner or customer is suspended are refused with the reason', async () => {
    const [site] = await panel.ctx.db.select().from(workload).where(eq(workload.id, siteId));
    const owner = site?.partnerId ?? '';
    const customer = await panel.addUser({ id: owner } as PartnerRow, 'customer');
    await panel.ctx.db.update(workload).set({ customerId: customer.id }).where(eq(workload.id, siteId));
    const ofPartner = (suspendedAt: Date | null) =>
      panel.ctx.db.update(partner).set({ suspendedAt }).where(eq(partner.id, owner));
    const ofCustomer = (deletesAt: Date | null) =>
      panel.ctx.db.update(user).set({ deletesAt }).where(eq(user.id, customer.id));
    for (const [close, open] of [
      [() => ofPartner(new Date()), () => ofPartner(null)],
      [() => ofCustomer(new Date()), () => ofCustomer(null)],
    ] as const) {
      await close();
      const sent = mailerOf(bench).sendMail({ from: 'a@bakery.example', to: 'ada@example.com', subject: 'Order № 7' });
      await assert.rejects(sent, /550 The account of this site is suspended\. It sends no emails\./);
      await open();
    }
    assert.deepEqual(await rows(), []);
    await panel.ctx.db.update(workload).set({ customerId: null }).where(eq(workload.id, siteId));
  });

  test('are caught with the name of the site; a hidden recipient stays hidden', async () => {
    await mailerOf(bench).sendMail({
      from: 'The shop <shop@bakery.example>',
      to: 'ada@example.com',
      bcc: 'eve@example.com',
      subject: 'Order № 7',
      text: 'Two loaves.',
    });
    const [mail] = await rows();
    assert.equal(mail?.sender, `shop@bakery.example (${fqdn})`);
    assert.equal(mail?.recipient, 'ada@example.com, eve@example.com');
    assert.match(
      mail?.text ?? '',
      new RegExp(`From: .*shop@bakery\\.example[^]*Sender: wordpress@${fqdn}[^]*Two loaves`),
    );
    assert.doesNotMatch(mail?.text ?? '', /eve@example/);
  });

  test('are stored in part, whatever their lines contain', async () => {
    ahead += 3_600_001;
    const to = Array.from(
      { length: 40 },
      (_, at) => `${randomBytes(30).toString('hex')}-${at}@${randomBytes(30).toString('hex')}.example`,
    );
    await mailerOf(bench).sendMail({
      envelope: { from: 'a@b.example', to },
      raw: `From: a@b.example\r\nSubject: ${'long '.repeat(1000)}\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n${'x'.repeat(200_000)}`,
    });
    const [mail] = await panel.ctx.db.select().from(mailOutbox).where(like(mailOutbox.subject, 'long %'));
    assert.ok(
      mail !== undefined && mail.text.length <= 33_000 && mail.subject.length <= 500 && mail.recipient.length <= 2000,
      `${mail?.text.length}`,
    );
  });

  test('never appear in the name of a partner or of another site', () => {
    const isProtected = (name: string) => name === domain || name.endsWith(`.${domain}`);
    const fromOf = (from: string) =>
      rewriteHead(
        `Subject: x\r\nFrom: ${from}\r\nSender: admin@${domain}\r\nReturn-Path: <admin@${domain}>\r\nX-Site: other`,
        { fqdn, isProtected },
      );
    for (const from of [
      `support@${domain}`,
      `Support <support@${domain}>`,
      `"Support" <support@${domain.toUpperCase()}>`,
      `x@other.${domain}`,
      `a@b.example, support@${domain}`,
      `<support@${domain}.>`,
      `a@b.example\r\nFrom: support@${domain}`,
      `group: support@${domain};`,
      `=?utf-8?q?support=40${domain}?= <support@${domain}>`,
      `"support@${domain}" <support@${domain}>`,
      `"support@${domain}" <a@b.example>`,
      `=?utf-8?b?${Buffer.from(`support@${domain}`).toString('base64')}?= <a@b.example>`,
      '',
      'nobody',
    ]) {
      const { head, from: shown } = fromOf(from);
      const lines = head.split('\r\n').filter((line) => /^(?:from|sender|return-path|x-site):/i.test(line));
      assert.ok(!lines.some((line) => line.includes(domain)), `${from} → ${lines.join(' | ')}`);
      assert.ok(shown === `wordpress@${fqdn}` || shown === 'a@b.example', from);
    }
    assert.match(fromOf(`wordpress@${fqdn}`).head, new RegExp(`^From: wordpress@${fqdn}`));
    assert.match(fromOf(`support@${domain}`).head, new RegExp(`^Reply-To: support@${domain}`, 'm'));
  });

  test('stop at the plan’s recipients per hour, over any number of emails, connections and processes', async () => {
    ahead += 3_600_001;
    const hits = bench.hits.length;
    const mailer = mailerOf(bench);
    const to = (count: number) => Array.from({ length: count }, (_, at) => `to-${at}@example.com`);
    const elsewhere = await openEgress({ siteId, relay: createSiteMail(panel.ctx), meter, attempts });
    for (let sent = 0; sent < PER_HOUR; sent += 10)
      await (sent % 20 === 0 ? mailer : mailerOf(elsewhere)).sendMail({
        ...{ from: 'a@b.example', subject: 'many', text: 'x' },
        to: to(10),
      });
    await elsewhere.close();
    await assert.rejects(mailer.sendMail({ from: 'a@b.example', to: to(1), subject: 'one more', text: 'x' }), /452/);
    assert.deepEqual(bench.hits.slice(hits), [`${siteId} mails`]);
    await assert.rejects(
      mailer.sendMail({ from: 'a@b.example', to: to(1), subject: 'one more', text: 'x'.repeat(100) }),
      /452/,
    );
  });

  test('above the limit cost the counter of all processes nothing, and a larger plan counts within seconds', async () => {
    const counter = createMemoryCounter(() => now);
    let [now, counted, mailsPerHour] = [Date.now(), 0, 0];
    const over = await openEgress({
      now: () => now,
      limitsOf: async () => ({ ...limitsOfPlan('FREE').site, mailsPerHour }),
      attempts: {
        ...counter,
        add: (...attempt) => {
          counted += 1;
          return counter.add(...attempt);
        },
      },
    });
    try {
      const mail = { from: 'a@b.example', to: 'c@d.example', subject: 'x', text: 'x' };
      for (let sent = 0; sent < 5; sent += 1) await assert.rejects(mailerOf(over).sendMail(mail), /452/);
      assert.deepEqual([counted, over.hits.length], [1, 5]);
      [now, mailsPerHour] = [now + 10_001, 10];
      await mailerOf(over).sendMail(mail);
      assert.equal(over.mails.length, 1);
    } finally {
      await over.close();
    }
  });

  test('are counted per day, and so are bytes', async () => {
    meter.add(siteId, { bytes: 1000 });
    meter.add(siteId, { bytes: 234 });
    await meter.flush();
    const [day] = await panel.ctx.db.select().from(usageDay).where(eq(usageDay.workloadId, siteId));
    assert.deepEqual([day?.mails, day?.egressBytes], [2 + 40 + PER_HOUR, 1234]);
  });

  test('are no larger than 25 MB', async () => {
    ahead += 3_600_001;
    const huge = connect(bench.channels.mail);
    const answers: string[] = [];
    await new Promise<void>((resolve, reject) => {
      const lines = ['EHLO x', `MAIL FROM:<a@b.example> SIZE=${26 * 1024 * 1024}`, 'QUIT'];
      huge.setEncoding('utf8').on('data', (text: string) => {
        answers.push(text);
        if (/^\d{3} /m.test(text)) huge.write(`${lines.shift() ?? 'NOOP'}\r\n`);
      });
      huge.once('close', () => resolve()).once('error', reject);
    });
    assert.match(answers.join(''), /552 /);
  });

  test('are no larger than 25 MB on the disk either: the connection ends', async () => {
    ahead += 3_600_001;
    const folder = path.dirname(bench.channels.mail);
    const sizes = async () =>
      Promise.all(
        (await readdir(folder))
          .filter((name) => name.endsWith('.eml'))
          .map(async (name) => (await stat(path.join(folder, name)).catch(() => null))?.size ?? 0),
      );
    let largest = 0;
    const client = connect(bench.channels.mail);
    const lines = ['EHLO x', 'MAIL FROM:<a@b.example>', 'RCPT TO:<c@d.example>', 'DATA'];
    const block = Buffer.alloc(1024 * 1024, 'a line of a mail without end .\r\n');
    let answers = '';
    let sent = 0;
    const pour = () => {
      while (sent < 60 && client.writable) {
        sent += 1;
        if (!client.write(block)) return void client.once('drain', pour);
      }
      client.end();
    };
    client
      .setEncoding('utf8')
      .on('error', () => undefined)
      .on('data', (text: string) => {
        answers += text;
        if (/^354 /m.test(text)) pour();
        else if (/^\d{3} /m.test(text) && lines.length > 0) client.write(`${lines.shift()}\r\n`);
      });
    await until('the connection ends', async () => {
      largest = Math.max(largest, ...(await sizes()));
      return client.closed;
    });
    assert.match(answers, /^552 /m);
    assert.ok(largest <= 25 * 1024 * 1024, `${largest} bytes were on the disk`);
    await until('the file is gone', async () => (await sizes()).length === 0);
  });

  test('are rejected while the disk is low, before and after DATA', async () => {
    let looks = 0;
    let lowFrom = 0;
    const low = await openEgress({ isDiskLow: async () => (looks += 1) > lowFrom });
    try {
      const mail = { from: 'a@b.example', to: 'c@d.example', subject: 'x', text: 'x' };
      await assert.rejects(mailerOf(low).sendMail(mail), /452 The server has too little free disk space/);
      [looks, lowFrom] = [0, 1];
      await assert.rejects(mailerOf(low).sendMail(mail), /452 The server has too little free disk space/);
      assert.equal(low.mails.length, 0);
    } finally {
      await low.close();
    }
  });

  test('are limited to four on the disk: the next one is rejected, even when the clients left', async () => {
    let release = () => undefined as void;
    const slow = new Promise<void>((done) => (release = done));
    let relayed = 0;
    const busy = await openEgress({
      relay: {
        send: () => {
          relayed += 1;
          return slow;
        },
      },
    });
    try {
      const mail = { from: 'a@b.example', to: 'c@d.example', subject: 'x', text: 'x' };
      for (let count = 1; count <= 4; count += 1) {
        const sockets: Socket[] = [];
        const lost = assert.rejects(
          createTransport({
            ignoreTLS: true,
            getSocket: (_options, callback) => {
              const connection = connect(busy.channels.mail, () => callback(null, { connection }));
              sockets.push(connection);
            },
          }).sendMail(mail),
        );
        await until('the mail is on its way', () => relayed === count);
        for (const socket of sockets) socket.destroy();
        await lost;
      }
      await assert.rejects(mailerOf(busy).sendMail(mail), /452 Too many emails/);
      release();
      await until('there is room again', () =>
        mailerOf(busy)
          .sendMail(mail)
          .then(
            () => true,
            () => false,
          ),
      );
    } finally {
      await busy.close();
    }
  });

  test('read the plan at intervals, and a connection ends after 100 commands', async () => {
    let asked = 0;
    const flooded = await openEgress({
      limitsOf: async () => {
        asked += 1;
        return limitsOfPlan('FREE').site;
      },
    });
    try {
      for (const flood of [
        'MAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\nRSET\r\n',
        'NOOP\r\n',
        'EHLO x\r\n',
        'RSET\r\n',
        'DATA\r\n',
      ]) {
        const client = connect(flooded.channels.mail);
        let answers = '';
        client
          .setEncoding('utf8')
          .on('error', () => undefined)
          .on('data', (text: string) => {
            if (answers === '') client.write(`EHLO x\r\n${flood.repeat(500)}QUIT\r\n`);
            answers += text;
          });
        await until('the connection ends', () => client.closed || client.readableEnded);
        client.destroy();
        assert.match(answers, /\r\n421 Too many commands\.\r\n$/, flood);
        assert.ok((answers.match(/^\d{3} /gm)?.length ?? 0) <= 102, flood);
      }
      assert.equal(asked, 1);
    } finally {
      await flooded.close();
    }
  });

  test('are sent over SMTP_URL with a sender of the panel’s', async () => {
    const smtp = await startSmtpReceiver();
    const relay = createSiteMail({ ...panel.ctx, config: { ...panel.ctx.config, smtpUrl: smtp.url } });
    const sending = await openEgress({ siteId, relay });
    try {
      await mailerOf(sending).sendMail({
        from: `admin@${domain}`,
        to: 'ada@example.com',
        subject: 'Order',
        text: 'Two loaves.\n.\nAnd a dot.',
      });
      const [mail] = smtp.received;
      assert.match(mail?.from ?? '', new RegExp(`<no-reply@${domain}>`));
      assert.deepEqual(mail?.to, ['<ada@example.com>']);
      assert.match(mail?.data ?? '', new RegExp(`^From: wordpress@${fqdn}`));
      assert.match(mail?.data ?? '', /Two loaves[^]*And a dot/);
      await assert.rejects(
        mailerOf(sending).sendMail({ from: 'a@b.example', to: 'refused@example.com', subject: 'x', text: 'x' }),
        /550 The email was rejected/,
      );
    } finally {
      await sending.close();
      await smtp.close();
    }
  });
});
