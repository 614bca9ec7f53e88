import { createHash } from 'node:crypto';
import { Media, type BodyOf, type sendForm } from '@trunkline/contract';
import { networkOf } from '#platform/http/address-limit';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import type { Challenges } from './challenges.ts';
import { messageOf, readSubmission, subjectOf, type FormSubmission } from './content.ts';
import type { Forms } from './forms-service.ts';
import { spamReasons } from './spam-policy.ts';
import * as store from './store.ts';
import type { FormRow } from './store.ts';

/** Receives submissions of visitors: each becomes one ticket, or is kept as spam. */
export type FormSubmissions = {
  /** Opens the ticket of a submission. Nothing in it is proven, so it gets a customer of its own. */
  openTicket(
    tx: Tx,
    form: FormRow,
    submission: { id: number; content: FormSubmission },
  ): Promise<{ ticket_id: number; number: string }>;
  /** A key that was used before sends nothing. @throws AppError `already_sent` for one that was used with another content */
  send(key: string, sent: SubmittedForm, from: Origin): Promise<void>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets'> & {
  settings: Settings;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  challenges: Challenges;
  forms: Pick<Forms, 'open' | 'listFields'>;
};
type SubmittedForm = BodyOf<typeof sendForm>;
type Origin = { site: string | undefined; address: string };

const HOUR_MS = 3_600_000;

export function createSending(deps: Deps): FormSubmissions {
  const { db, clock, secrets, settings, customers, tickets, conversations, challenges, forms } = deps;

  const hashed = (text: string): string => (text ? secrets.sign('web-form-count', text) : '');

  async function openTicket(
    tx: Tx,
    form: FormRow,
    { id, content }: { id: number; content: FormSubmission },
  ): Promise<{ ticket_id: number; number: string }> {
    const { name, email, phone, language, page } = content;
    const customerId = await customers.introduce(tx, {
      name,
      language,
      fields: content.customer,
      ...(email && { email }),
      ...(phone && { phone }),
    });
    const account = { id: form.id, media_id: Media.webForm, department_id: form.department_id };
    const { default_language: ours } = await settings.config();
    const said = { subject: subjectOf(content), fields: content.ticket, page };
    const message = await conversations.receiveOnTicket(
      tx,
      { account, address: String(id), customerId, name, ...said },
      { body: messageOf(content, ours), clientKey: `form-${id}-in` },
      null,
    );
    const ticket = found(await tickets.read(tx.q, message.ticket_id));
    // From here on the ticket is answered by mail, and the customer's answers come by mail.
    if (form.mailbox_id !== null && email)
      await conversations.attach(tx, ticket, {
        accountId: form.mailbox_id,
        media_id: Media.email,
        address: email.toLowerCase(),
        agent_id: null,
      });
    return { ticket_id: ticket.id, number: ticket.number };
  }

  /** A repeated request has the same content; with another content under the same key, what the visitor wrote would be lost. */
  function demandSame(before: { content_hash: string }, hash: string): void {
    if (before.content_hash !== hash) throw new AppError('already_sent');
  }

  async function storeSubmission(
    tx: Tx,
    form: FormRow,
    { sent, nonce, hash, address }: { sent: SubmittedForm; nonce: string; hash: string; address: string },
  ): Promise<void> {
    const read = readSubmission(sent, form.settings, await forms.listFields(tx.q));
    if ('problems' in read) throw new AppError('invalid', read.problems);
    const { content } = read;
    const email = content.email.toLowerCase();
    const whose = {
      network: hashed(networkOf(address)),
      email: hashed(email),
      domain: hashed(email.slice(email.lastIndexOf('@') + 1)),
    };
    const now = clock.now();
    const lately = await store.countRecentSubmissions(tx.q, whose, new Date(now.getTime() - HOUR_MS));
    const isBlocked = await conversations.blocking.isBlocked(tx.q, { email, phone: content.phone });
    const reasons = spamReasons(content, { trap: sent.website, lately, isBlocked });
    const isSpam = reasons.length > 0;
    const id = await store.insertSubmission(tx.q, {
      ...whose,
      nonce,
      reasons,
      form_id: form.id,
      client_key: sent.client_key,
      content_hash: hash,
      state: isSpam ? 'spam' : 'taken',
      content: isSpam ? content : null,
      received_at: now,
    });
    if (id !== undefined) {
      if (!isSpam) await openTicket(tx, form, { id, content });
      return;
    }
    // The button was pressed twice, and the first request has just been stored; or a challenge is used a second time.
    const before = await store.findSubmission(tx.q, form.id, sent.client_key);
    if (!before) throw new AppError('form_expired');
    demandSame(before, hash);
  }

  return {
    openTicket,

    async send(key, sent, { site, address }) {
      const form = await forms.open(key, site);
      const { client_key: clientKey, token, solution, ...content } = sent;
      const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
      const before = await store.findSubmission(db.q, form.id, clientKey);
      if (before) return demandSame(before, hash);
      const nonce = challenges.demand(form.id, token, solution);
      await db.transaction((tx) => storeSubmission(tx, form, { sent, nonce, hash, address }));
    },
  };
}
