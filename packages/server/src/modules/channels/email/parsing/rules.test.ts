import { describe, expect, it } from 'vitest';
import { detectContentType } from './content-type.ts';
import { readDeliveryStatus, readPlainReport, returnedIds } from './delivery-report.ts';
import { faultOf, isRetryable, MailError } from '../mailboxes/faults.ts';
import { createSecrets } from '#platform/secrets';
import { onOneLine } from '#platform/foreign-text';
import { cleanMailAddress, idsIn } from './header-text.ts';
import { newMessageId, referencesTo, writeEmailBody } from '../outbound/email-body.ts';
import { plainText } from './plain-text.ts';
import { mailKindOf, type Headers } from './recognise.ts';
import { followUpRecipients, recipientsOf } from '../compose/recipients.ts';
import { isBlockedSender, senderNameOf, replyAddress, senderOf } from './sender.ts';
import { answerSubject, ticketMarkOf, plainSubject, ticketToken, ticketTokenIn } from '../compose/subject.ts';
import { ticketByEvidence } from '../inbound/thread-policy.ts';

const secrets = createSecrets('key');

const headers =
  (values: Record<string, string>): Headers =>
  (name) =>
    values[name] === undefined ? [] : [values[name]];

describe('what kind of mail it is', () => {
  it.each([
    ['a person', {}, 'rina@mail.example', 'person'],
    [
      'a person whose program says that no machine wrote it',
      { 'auto-submitted': 'no' },
      'a@b.example',
      'person',
    ],
    ['an out-of-office note', { 'auto-submitted': 'auto-replied; owner="x"' }, 'a@b.example', 'reply'],
    ['an old out-of-office note', { 'x-autoreply': 'yes' }, 'a@b.example', 'reply'],
    [
      'an out-of-office note of Exchange',
      { subject: 'Automatic reply: The grinder', 'x-auto-response-suppress': 'All' },
      'a@b.example',
      'reply',
    ],
    ['an Indonesian one', { subject: 'Balasan otomatis: Halo', 'return-path': '<>' }, 'a@b.example', 'reply'],
    [
      'somebody who writes about automatic replies',
      { subject: 'Automatic reply is off' },
      'a@b.example',
      'person',
    ],
    ['a notification', { 'auto-submitted': 'auto-generated' }, 'shop@b.example', 'notice'],
    ['a mailing', { precedence: 'bulk' }, 'news@b.example', 'notice'],
    ['a list', { 'list-id': '<dev.b.example>' }, 'a@b.example', 'notice'],
    [
      'an absence note in any language that answers something',
      {
        subject: 'Automatisch antwoord: The invoice',
        'auto-submitted': 'auto-generated',
        'in-reply-to': '<1@desk.example>',
      },
      'a@b.example',
      'reply',
    ],
    [
      'an answer from nobody',
      { 'return-path': '<>', references: '<1@desk.example>' },
      'a@b.example',
      'reply',
    ],
    [
      'a person who wants no automatic answer',
      { 'x-auto-response-suppress': 'All' },
      'a@b.example',
      'person',
    ],
    [
      'a person through our own group',
      {
        precedence: 'list',
        'list-id': '<support.desk.example>',
        'list-unsubscribe': '<mailto:x@desk.example>',
      },
      'a@b.example',
      'person',
    ],
    [
      'a person through our own group, by its other headers',
      { 'list-id': 'Help <4711.groups.example>', 'list-post': '<mailto:Support@desk.example>' },
      'a@b.example',
      'person',
    ],
    [
      'a list of somebody else',
      { 'list-id': '<support.desk.example.evil.example>', 'list-post': '<mailto:dev@b.example>' },
      'a@b.example',
      'notice',
    ],
    [
      'a machine through our own group',
      { 'auto-submitted': 'auto-generated', 'list-id': '<support.desk.example>' },
      'a@b.example',
      'notice',
    ],
    ['a mail from nobody', { 'return-path': '<>' }, 'a@b.example', 'notice'],
    [
      'a bounce',
      { 'content-type': 'multipart/report; report-type=delivery-status; boundary=x' },
      'mailer-daemon@b.example',
      'bounce',
    ],
    ['a bounce of Exim', { 'x-failed-recipients': 'a@b.example' }, 'mailer-daemon@b.example', 'bounce'],
    ['a bounce of qmail', { 'return-path': '<>' }, 'mailer-daemon@b.example', 'bounce'],
    ['a postmaster who writes himself', {}, 'postmaster@b.example', 'person'],
  ])('%s', (_what, values, sender, kind) => {
    expect(mailKindOf(headers(values), sender, ['support@desk.example'])).toBe(kind);
  });
});

describe('subjects', () => {
  it.each([
    ['Re: The grinder', 'the grinder'],
    ['RE: AW: Fwd: [EXTERNAL] Re[2]: The  grinder', 'the grinder'],
    ['Re: The grinder [#100077]', 'the grinder'],
    ['回复：The grinder', 'the grinder'],
    ['Regarding the grinder', 'regarding the grinder'],
    ['Re:', ''],
  ])('%s compares as "%s"', (subject, plain) => {
    expect(plainSubject(subject)).toBe(plain);
  });

  it('an answer carries the number of its ticket once', () => {
    const token = ticketToken(secrets, '100077');
    const mark = ticketMarkOf(secrets, '100077');
    const first = answerSubject('The grinder', token);
    expect(first).toBe(`Re: The grinder [#100077-${mark}]`);
    expect(mark).toMatch(/^[0-9a-f]{10}$/);
    expect(answerSubject(first, token)).toBe(first);
    expect(answerSubject('Re: The grinder [#100077]', token)).toBe(first);
    expect(ticketTokenIn(first.toUpperCase())).toEqual({ number: '100077', mark });
    expect(ticketTokenIn('Re: The grinder [#100077]')).toEqual({ number: '100077', mark: '' });
    expect(ticketTokenIn('Order #100077')).toBeNull();
    expect(plainSubject(first)).toBe('the grinder');
    // Another number has another mark, and so has the same number in another installation.
    expect(ticketMarkOf(secrets, '100078')).not.toBe(mark);
    expect(ticketMarkOf(createSecrets('another'), '100077')).not.toBe(mark);
  });

  it.each(['T-20261126-100077', 'SUP-100077', '202611-0100077', '2026-100077'])(
    'finds the number %s and its mark in an answer',
    (number) => {
      const first = answerSubject('The grinder', ticketToken(secrets, number));
      expect(ticketTokenIn(first.toLowerCase())).toEqual({ number, mark: ticketMarkOf(secrets, number) });
      expect(ticketTokenIn(`Re: [#${number}]`)).toEqual({ number, mark: '' });
      expect(answerSubject(first, ticketToken(secrets, number))).toBe(first);
      expect(plainSubject(first)).toBe('the grinder');
    },
  );

  it('reads a mark of digits alone as a mark, and leaves the case numbers of others in the subject', () => {
    expect(ticketTokenIn('[#100077-1234567890]')).toEqual({ number: '100077', mark: '1234567890' });
    expect(answerSubject('Claim [#INC-4711]', '100077-0123456789')).toBe(
      'Re: Claim [#INC-4711] [#100077-0123456789]',
    );
  });

  it('a subject of nothing but prefixes does not hold anybody up', () => {
    expect(plainSubject('Re: '.repeat(50_000)).length).toBeGreaterThan(0);
  });
});

describe('the ticket that a mail names', () => {
  it.each([
    ['nothing is named', { answered: [], named: null, own: [] }, null],
    ['one of our mails is answered, by anybody', { answered: [[7, true]], named: null, own: [] }, 7],
    ['a stranger answers a customer’s mail', { answered: [[7, false]], named: null, own: [] }, null],
    ['somebody who takes part answers it', { answered: [[7, false]], named: null, own: [7] }, 7],
    ['a stranger writes the number', { answered: [], named: 7, own: [] }, null],
    ['somebody who takes part writes the number', { answered: [], named: 7, own: [7] }, 7],
    [
      'the nearest mail counts first',
      {
        answered: [
          [8, true],
          [7, true],
        ],
        named: 9,
        own: [9],
      },
      8,
    ],
    [
      'a stranger’s reference is passed over',
      {
        answered: [
          [7, false],
          [8, true],
        ],
        named: null,
        own: [],
      },
      8,
    ],
  ] as const)('%s', (_what, { answered, named, own }, ticket) => {
    const known = answered.map(([ticketId, isOurs]) => ({ ticketId, isOurs }));
    expect(ticketByEvidence({ answered: known, named, isMarked: false, own: new Set<number>(own) })).toBe(
      ticket,
    );
  });
});

it('our mark beside the number counts from anybody', () => {
  const known = { answered: [], named: 7, own: new Set<number>() };
  expect(ticketByEvidence({ ...known, isMarked: true })).toBe(7);
  expect(ticketByEvidence({ ...known, isMarked: false })).toBeNull();
});

describe('who a mail is from', () => {
  it.each([
    ['Rina', 'rina@mail.example', 'Rina'],
    ['', 'rina@mail.example', 'rina'],
    ['rina@mail.example', 'rina@mail.example', 'rina@mail.example'],
    ['rina@mail.example', 'mallory@evil.example', 'mallory'],
    ['Rina <rina@mail.example>', 'mallory@evil.example', 'mallory'],
    ['Kopi @ Rumah', 'toko@mail.example', 'Kopi @ Rumah'],
  ])('"%s" <%s> is called %s', (name, address, called) => {
    expect(senderNameOf({ name, address })).toBe(called);
  });

  const own = 'support@desk.example';
  const rina = { name: 'Rina', address: 'rina@mail.example' };
  const other = { name: '', address: 'other@mail.example' };

  it.each([
    ['its sender', { from: [rina], replyTo: [] }, rina, null],
    ['the first of several', { from: [rina, other], replyTo: [] }, rina, null],
    ['its sender, who wants the answer elsewhere', { from: [rina], replyTo: [other] }, rina, other],
    [
      'whom a form names',
      { from: [{ name: '', address: 'noreply@shop.example' }], replyTo: [rina] },
      rina,
      null,
    ],
    ['whom our own form names', { from: [{ name: 'Site', address: own }], replyTo: [rina] }, rina, null],
    [
      'who wrote through our own group, which has put itself in their place',
      { from: [{ name: 'Rina via Support', address: own }], replyTo: [other], originalFrom: [rina, rina] },
      rina,
      other,
    ],
    [
      'its sender, whatever they say of somebody else',
      { from: [rina], replyTo: [], originalFrom: [other] },
      rina,
      null,
    ],
    [
      'nobody, by the name',
      { from: [{ name: 'Root', address: '' }], replyTo: [] },
      { name: 'Root', address: '' },
      null,
    ],
    ['nobody at all', { from: [], replyTo: [] }, { name: '', address: '' }, null],
  ])('%s', (_what, mail, sender, answer) => {
    const found = senderOf(mail, [own]);
    expect(found).toEqual(sender);
    expect(replyAddress(mail, found, [own])).toEqual(answer);
  });

  it('a domain is blocked with everything below it, an address alone', () => {
    const blocked = ['spam.example', '*.junk.example', '@ads.example', 'one@mail.example'];
    const addresses = [
      'a@spam.example',
      'a@x.spam.example',
      'a@junk.example',
      'a@ads.example',
      'one@mail.example',
    ];
    expect(addresses.every((address) => isBlockedSender(address, blocked))).toBe(true);
    expect(['a@notspam.example', 'two@mail.example', ''].some((one) => isBlockedSender(one, blocked))).toBe(
      false,
    );
  });
});

describe('reports on delivery', () => {
  it('says who did not get it and why', () => {
    const report = `Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; Gone@mail.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <gone@mail.example>:
 Recipient address rejected: User unknown

Final-Recipient: rfc822;slow@mail.example
Action: delayed
Status: 4.4.1 (connection timed out)
`;
    expect(readDeliveryStatus(report)).toEqual([
      {
        action: 'failed',
        recipient: 'gone@mail.example',
        status: '5.1.1',
        said: '550 5.1.1 <gone@mail.example>: Recipient address rejected: User unknown',
      },
      { action: 'delayed', recipient: 'slow@mail.example', status: '4.4.1', said: '' },
    ]);
  });

  it.each([
    ['5.2.2', 'failed'],
    ['4.2.2', 'delayed'],
    ['2.0.0', 'delivered'],
  ])('goes by the status %s where the action is missing', (status, action) => {
    expect(
      readDeliveryStatus(`Final-Recipient: rfc822; a@b.example\r\nStatus: ${status}\r\n`)[0]?.action,
    ).toBe(action);
  });

  it('finds the refusal in plain words, and the mail that came back', () => {
    expect(readPlainReport('Hi.\n<a@b.example>:\n550 5.1.1 no such user here\nBye').status).toBe('5.1.1');
    expect(returnedIds('Subject: x\r\nMessage-ID:\r\n <abc@desk.example>\r\n\r\nText')).toEqual([
      'abc@desk.example',
    ]);
  });
});

describe('what went wrong', () => {
  const error = (fields: object, message = '') => Object.assign(new Error(message), fields);
  it.each([
    [error({ code: 'ENOTFOUND' }), 'host_not_found', true],
    [error({ code: 'ESOCKET' }, 'connect ECONNREFUSED 127.0.0.1:1'), 'refused', true],
    [error({ code: 'ETIMEDOUT' }), 'timeout', true],
    [error({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'self-signed certificate'), 'certificate', true],
    [error({ code: 'ESOCKET' }, 'unable to verify: ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate', true],
    [error({ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }), 'certificate', true],
    [error({ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }), 'tls', true],
    [error({ authenticationFailed: true }), 'login_refused', true],
    [error({ authenticationFailed: true, serverResponseCode: 'UNAVAILABLE' }), 'other', true],
    [error({ code: 'EAUTH', responseCode: 535, response: '535 no' }), 'login_refused', true],
    [error({ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }), 'sender_refused', false],
    [error({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }), 'recipient_refused', false],
    [error({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }), 'recipient_refused', true],
    [error({ code: 'EMESSAGE', command: 'DATA', responseCode: 554 }), 'content_refused', false],
    [error({ code: 'EMESSAGE', command: 'DATA', responseCode: 552 }), 'too_large', false],
    [error({ code: 'EENVELOPE' }, 'No recipients defined'), 'other', false],
    [error({ mailboxMissing: true }), 'folder_missing', true],
    [new MailError('switched_off'), 'switched_off', false],
    ['a string', 'other', true],
  ])('%s', (cause, fault, passes) => {
    expect(faultOf(cause).fault).toBe(fault);
    expect(isRetryable(cause)).toBe(passes);
  });

  it.each([
    [error({ code: 'ECONNREFUSED' }, 'connect ECONNREFUSED 10.0.0.1:993'), ''],
    [error({ code: 'ENOTFOUND' }, 'getaddrinfo ENOTFOUND mail.example'), ''],
    [error({ code: 'ESOCKET' }, '40B7:error:0A00010B:SSL routines:../ssl/record.c:354:'), ''],
    [error({ code: 'EAUTH', response: '535 5.7.8 No' }, 'Invalid login: 535 5.7.8 No'), '535 5.7.8 No'],
    [error({ responseText: 'Mailbox is locked' }, 'Command failed'), 'Mailbox is locked'],
  ])('is said by a server only where one answered: %s', (cause, said) => {
    expect(faultOf(cause).said).toBe(said);
  });
});

describe('text of headers', () => {
  it('cannot break a line nor turn the text around', () => {
    expect(onOneLine('a\r\nBcc: x\u202eb', 100)).toBe('a Bcc: x b');
    expect(onOneLine('\ud800x', 10)).toBe('\ufffdx');
    expect([...onOneLine('😀'.repeat(50), 10)]).toHaveLength(10);
  });

  it.each([
    ['Rina@Mail.Example', 'rina@mail.example'],
    ['a@b@c', ''],
    ['no address', ''],
    ['"><script>"@x.example', ''],
    [`${'a'.repeat(300)}@mail.example`, ''],
  ])('the address %s is %s', (address, clean) => {
    expect(cleanMailAddress('', address).address).toBe(clean);
  });

  it('reads ids with and without brackets, and not without end', () => {
    expect(idsIn('<a@b> (was: x) <c@d>')).toEqual(['a@b', 'c@d']);
    expect(idsIn('a@b')).toEqual(['a@b']);
    expect(idsIn('<a@b> '.repeat(5000))).toHaveLength(50);
  });
});

describe('what a file is', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  it.each([
    ['a picture by another name', png, 'application/octet-stream', 'image/png'],
    ['a page that calls itself a picture', Buffer.from('<script>'), 'image/png', 'application/octet-stream'],
    [
      'a program that calls itself a picture',
      Buffer.from('MZ\u0090\0'),
      'image/jpeg',
      'application/x-executable',
    ],
    ['a table', Buffer.from('a;b;c'), 'text/csv', 'text/csv'],
    ['a film', Buffer.from('\0\0\0 ftypisom'), 'application/octet-stream', 'video/mp4'],
  ])('%s', (_what, bytes, declared, type) => {
    expect(detectContentType(bytes, declared)).toBe(type);
  });
});

describe('a letter', () => {
  it('has the signature and what it answers below it', () => {
    const { text, html } = writeEmailBody({
      text: 'Yes <b>',
      html: null,
      signature: '<p>Care <b>team</b></p>',
      quoted: {
        from: { name: 'Rina', address: 'rina@mail.example' },
        at: '2026-11-20T08:00:00.000Z',
        text: 'Is it?\nNow?',
      },
    });
    expect(text).toBe(
      'Yes <b>\n\n-- \nCare team\n\nRina <rina@mail.example>, 2026-11-20 08:00 UTC:\n> Is it?\n> Now?',
    );
    expect(html).toContain('<p>Yes &lt;b&gt;</p>');
    expect(html).toContain('<blockquote type="cite"><p>Is it?<br>Now?</p></blockquote>');
  });

  it('has an id that says nothing, and refers to the whole thread without growing for ever', () => {
    expect(newMessageId('support@desk.example')).toMatch(/^[\w-]{24}@desk\.example$/);
    const ids = Array.from({ length: 60 }, (_, index) => `${index}@x`);
    const references = referencesTo({ header_id: 'last@x', reference_ids: ids });
    expect(references).toHaveLength(20);
    expect([references[0], references.at(-1)]).toEqual(['0@x', 'last@x']);
  });
});

describe('HTML as plain text', () => {
  it.each([
    ['<p>Hello</p><p>World</p>', 'Hello\n\nWorld'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<ul><li>one</li><li>two</li></ul>', '- one\n\n- two'],
    ['<style>p{color:red}</style><script>x</script>text', 'text'],
    ['5 &lt; 6 &amp;&amp; 7 &gt; 6 &nbsp; x', '5 < 6 && 7 > 6 x'],
    ['<a href="https://x.example/y">here</a>', 'here <https://x.example/y>'],
    ['<a href="https://x.example">https://x.example</a>', 'https://x.example'],
    ['<div style="display:none">preview</div>seen', 'seen'],
    ['<img alt="A cat">', 'A cat'],
    ['no tags at all', 'no tags at all'],
    ['<b>broken <i>tags', 'broken tags'],
  ])('%s', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  // In quadratic time this test would time out.
  it('is made of a page of nothing but tags as well', () => {
    expect(plainText('<div>'.repeat(100_000))).toBe('');
    expect(plainText('<a href="https://x.example">x'.repeat(15_000))).toContain('x <https://x.example>');
  });
});

describe('whom an answer goes to', () => {
  const at = (address: string, name = '') => ({ name, address });
  const customer = at('rina@mail.example', 'Rina');
  const mail = {
    from: customer,
    reply_to: null,
    to: [at('Support@desk.example'), at('budi@mail.example', 'Budi')],
    cc: [
      at('BUDI@mail.example'),
      at('undisclosed-recipients:'),
      at('rina@mail.example'),
      at('sari@mail.example'),
    ],
  };

  it('the sender; to all: whoever else got it, once, and none of ours', () => {
    expect(recipientsOf(mail, customer, ['support@desk.example'])).toEqual({
      to: [customer],
      others: [at('budi@mail.example', 'Budi'), at('sari@mail.example')],
    });
  });

  it('where answers are wanted, who then is not named again', () => {
    const wanted = recipientsOf({ ...mail, reply_to: at('budi@mail.example') }, customer, []);
    expect(wanted.to).toEqual([at('budi@mail.example')]);
    expect(wanted.others.map(({ address }) => address)).not.toContain('BUDI@mail.example');
  });

  it('to all the customer too, where somebody else wrote', () => {
    const byBudi = {
      from: at('budi@mail.example'),
      reply_to: null,
      to: [at('support@desk.example')],
      cc: [],
    };
    expect(recipientsOf(byBudi, customer, ['support@desk.example'])).toEqual({
      to: [at('budi@mail.example')],
      others: [customer],
    });
  });

  it('after our own mail those whom it went to, and the customer', () => {
    const ours = { to: [at('budi@mail.example'), at('support@desk.example')], cc: [at('sari@mail.example')] };
    expect(followUpRecipients(ours, customer, ['support@desk.example'])).toEqual({
      to: [at('budi@mail.example')],
      others: [at('sari@mail.example'), customer],
    });
  });

  it('the customer before any mail of theirs, and nobody where nobody has an address', () => {
    expect(recipientsOf(null, customer, [])).toEqual({ to: [customer], others: [] });
    expect(recipientsOf(undefined, at(''), [])).toEqual({ to: [], others: [] });
  });
});
