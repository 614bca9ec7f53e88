/** @module-tag full */
import type { SearchExcerpt, Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../test/mail/mail-desk.ts';

const HTML = 'Content-Type: text/html; charset=utf-8';
const BOTH = 'Content-Type: multipart/alternative; boundary="b"';

/** A mail with a plain text and an HTML part. */
const parts = (text: string, html: string): string =>
  [
    `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
    `--b\r\n${HTML}\r\n\r\n${html}`,
    '--b--',
  ].join('\r\n');

describe.skipIf(!hasDovecot)('a search for a word of a mail', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  async function arrive(subject: string, text: string, header: string): Promise<Ticket> {
    await d.dovecot.put('support', [
      mailText({ from: 'rina@mail.example', subject, text, headers: [header] }),
    ]);
    return d.ticketAbout(subject);
  }
  const found = async (q: string) =>
    (
      await d.data<{ tickets: Ticket[] }>('admin', 'GET', `/api/search?q=${encodeURIComponent(q)}`)
    ).tickets.map(({ id }) => id);
  const excerpt = async (q: string, { id }: Ticket) => {
    const path = `/api/tickets/excerpts?q=${encodeURIComponent(q)}&ids=${id}`;
    const [one] = await d.data<SearchExcerpt[]>('admin', 'GET', path);
    return one?.parts.map(({ text, is_hit: isHit }) => (isHit ? `[${text}]` : text)).join('');
  };

  it('finds it where it stands in the HTML alone, beside words of the text, also in a mail that is not the latest', async () => {
    const both = parts('Please see the offer.', '<p>Please see the offer for <b>grinders</b> of steel.</p>');
    const ticket = await arrive('An offer', both, BOTH);
    const only = await arrive('HTML alone', '<p>Eleven <i>kettles</i> for the shop</p>', HTML);
    await d.reply(ticket.id, { body: 'Thank you, we look at it.' });
    expect(await found('grinder')).toEqual([ticket.id]);
    expect(await found('offer steel')).toEqual([ticket.id]);
    expect(await excerpt('grinder', ticket)).toBe('Please see the offer for [grinders] of steel');
    expect(await excerpt('offer', ticket)).toBe('Please see the [offer]');
    expect(await found('kettle')).toEqual([only.id]);
    expect(await excerpt('kettle', only)).toBe('Eleven [kettles] for the shop');
  });

  const kept = async ({ id }: Ticket) => {
    const { rows } = await sql<{ text: string | null }>`select html_text as text from messages
      where ticket_id = ${id} and kind = 'inbound'`.execute(d.t.platform.db.q);
    return rows.map(({ text }) => text);
  };

  it('keeps the text of the HTML only where it says more', async () => {
    const link = '<a href="https://click.example/x1">The order</a> is late.<style>p { color: red }</style>';
    const same = await arrive(
      'The same twice',
      parts('The order (https://shop.example) is late.', link),
      BOTH,
    );
    expect(await kept(same)).toEqual([null]);
    const more = await arrive('More in it', parts('See the HTML.', '<p>About zebras</p>'), BOTH);
    expect(await kept(more)).toEqual(['About zebras']);
  });

  it('finds it in mails from before HTML was searched, once a job has read them, and in none that was erased', async () => {
    const html = '<p>See below: a <b>marzipan</b> mill</p>';
    const old = await arrive('An old one', parts('See below.', html), BOTH);
    const same = await arrive('An old one that says the same', parts('See it.', '<p>See it.</p>'), BOTH);
    const erased = await arrive('An erased one', parts('See there.', html), BOTH);
    const { db } = d.t.platform;
    await sql`update messages set html_text = null`.execute(db.q);
    await sql`update messages set body = '' where ticket_id = ${erased.id}`.execute(db.q);
    expect(await found('marzipan')).toEqual([]);
    await sql`insert into mail_html_backfill select max(message_id) + 1 from mail_messages`.execute(db.q);
    await db.transaction((tx) => tx.enqueue('email:read-old-html', {}));
    const left = () => db.q.selectFrom('mail_html_backfill').selectAll().execute();
    await expect.poll(left, { timeout: 15_000 }).toEqual([]);
    expect(await found('marzipan')).toEqual([old.id]);
    expect([await kept(old), await kept(same), await kept(erased)]).toEqual([
      ['See below: a marzipan mill'],
      [null],
      [null],
    ]);
  });
});
