import { CHANNEL_TRAITS, type MessageExtra } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import { previewOf, type Tickets } from '#modules/tickets';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import * as contactStore from './contact-store.ts';
import type { Contacts } from './contacts-service.ts';
import * as store from './delivery-store.ts';
import type { MessageUpdates } from './message-updates-service.ts';
import type { MediaFetching } from './media-service.ts';
import { optOutWishOf, type OptOut } from './opt-out-service.ts';
import type { ProactiveMessages } from '../outbound/proactive-service.ts';
import { findProactive } from '../outbound/proactive-store.ts';
import * as outbox from '../outbound/outbox-store.ts';
import type { DeliveryWatermark } from '../outbound/delivery-watermark-service.ts';
import type { MessageEcho, ProviderMessage, CustomerContent } from '../providers/provider.ts';

type Deps = Pick<Platform, 'clock'> & {
  accounts: Accounts;
  contacts: Contacts;
  tickets: Tickets;
  conversations: Conversations;
  updates: MessageUpdates;
  media: Pick<MediaFetching, 'queue'>;
  watermark: DeliveryWatermark;
  optOut: OptOut;
  proactive: Pick<ProactiveMessages, 'addToTicket'>;
};
type MessageRef = { accountId: number; providerId: string };

const PREVIEW_LENGTH = 80;

/** Makes messages on tickets from provider events. Repeating one changes nothing. */
export type EventIngest = {
  /** Stores a customer's message. */
  ingest(tx: Tx, account: AccountRow, event: ProviderMessage & { providerId: string }): Promise<void>;
  /**
   * An echo of a message to a customer. If it is one of ours, it was certainly sent. Otherwise it was written elsewhere, and
   * is added to their ticket like a reply, with the account as its author.
   */
  ingestEcho(tx: Tx, account: AccountRow, event: MessageEcho & { providerId: string }): Promise<void>;
};

export function createIngest(deps: Deps): EventIngest {
  const { clock, accounts, contacts, tickets, conversations, updates, media, watermark, optOut, proactive } =
    deps;

  async function answered(tx: Tx, named: MessageRef): Promise<MessageExtra['reply_to']> {
    const known = await store.findProviderMessage(tx.q, named);
    const message =
      known &&
      ((await tickets.timeline.findMessage(tx.q, known.message_id, known.created_at)) ??
        (await proactiveMessage(tx, known.message_id)));
    if (!message) return { message_id: null, preview: '' };
    return { message_id: message.id, preview: [...previewOf(message)].slice(0, PREVIEW_LENGTH).join('') };
  }

  /** Returns our proactive message that has no ticket yet and gets one with this reply. */
  async function proactiveMessage(tx: Tx, id: number) {
    const row = await findProactive(tx.q, id);
    return row && { id, body: row.body, attachments: [], ...(row.extra && { extra: row.extra }) };
  }

  function extraOf({ extra, media: [file] }: CustomerContent, replyTo?: MessageExtra['reply_to']) {
    if (!extra && !replyTo) return undefined;
    const { name = '', mime = '' } = file ?? {};
    return {
      ...(extra ?? { kind: 'text' as const }),
      ...(replyTo && { reply_to: replyTo }),
      ...(file && { media: { state: 'coming' as const, name, mime, reason: '' } }),
    };
  }

  /** Whether its sender is blocked, by their number or as a contact of this account. */
  async function isRefused(
    tx: Tx,
    account: AccountRow,
    { from, text, providerId }: ProviderMessage & { providerId: string },
  ): Promise<boolean> {
    const origin = { phone: from.phone, contact: { accountId: account.id, address: from.address } };
    const { mediaId } = accounts.providerOf(account.provider);
    const what = { mediaId, body: text, key: `in:${account.id}:${providerId}` };
    return conversations.blocking.refuse(tx, origin, what);
  }

  async function ingest(
    tx: Tx,
    account: AccountRow,
    event: ProviderMessage & { providerId: string },
  ): Promise<void> {
    const named = { accountId: account.id, providerId: event.providerId };
    if (await isRefused(tx, account, event)) return;
    const contact = await contacts.lock(tx, account, event.from);
    // Checked with the contact locked, so that two deliveries of the same message at the same time store it once.
    if (await store.findProviderMessage(tx.q, named)) return;
    if (event.newPhone !== undefined) await contacts.join(tx, contact, event.newPhone);
    const { name } = event.from;
    const lastAt = await contactStore.touchContact(tx.q, contact.id, { at: event.at, name });
    const { mediaId, hasOptOut = false } = accounts.providerOf(account.provider);
    const { windowMs } = CHANNEL_TRAITS[mediaId];
    const openUntil = windowMs === null ? null : new Date(lastAt.getTime() + windowMs);
    const sender = contacts.senderOf(account, contact, name, openUntil);
    const replyTo =
      event.answers === undefined
        ? undefined
        : await answered(tx, { accountId: account.id, providerId: event.answers });
    const wish = hasOptOut ? optOutWishOf(event) : undefined;
    const receive = wish === 'stop' ? conversations.receiveQuietly : conversations.receive;
    const message = await receive(tx, sender, {
      body: event.text,
      // Contains characters that keys of people cannot have.
      clientKey: `in:${account.id}:${event.providerId}`,
      extra: extraOf(withOptOutWish(event, wish), replyTo),
      addEarlierMessages: (thread) =>
        proactive.addToTicket(tx, contact, thread, replyTo?.message_id ?? undefined),
      isUnanswered: event.extra?.kind === 'system' || wish !== undefined,
    });
    if (openUntil)
      await conversations.extendOpen(tx, { accountId: account.id, address: contact.address }, openUntil);
    if (hasOptOut) await optOut.applyOptOut(tx, contact, event);
    const { id: message_id, ticket_id, created_at } = message;
    await store.insertProviderMessage(tx.q, named, {
      message_id,
      ticket_id,
      created_at,
      part: 0,
      direction: 'in',
    });
    await media.queue(tx, account, message, event.media);
    await updates.applyPending(tx, named);
  }

  async function ingestEcho(
    tx: Tx,
    account: AccountRow,
    event: MessageEcho & { providerId: string },
  ): Promise<void> {
    const { to: address, at, mark, text } = event;
    const named = { accountId: account.id, providerId: event.providerId };
    const contact = await contacts.lock(tx, account, { address, name: '', phone: undefined });
    // The provider's time, since its “read until” is by the same clock.
    const sentAt = async () => {
      await store.setSentAt(tx.q, named, at);
      await watermark.catchUp(tx, named, contact, at);
    };
    if (await store.findProviderMessage(tx.q, named)) return sentAt();
    const said = { address, text, hasFile: event.media.length > 0, at, now: clock.now() };
    const isOurs =
      mark !== undefined && outbox.isCallbackReference(mark)
        ? await outbox.markSentByReference(tx.q, named, mark, at)
        : await outbox.markSentByText(tx.q, named, said);
    if (isOurs) {
      await updates.letNextGo(tx, account.id);
      await tellSent(tx, named);
    }
    // The sender may have stored it while we waited for the lock.
    else if (!(await store.findProviderMessage(tx.q, named))) await keepEcho(tx, account, event);
    await updates.applyPending(tx, named);
    await sentAt();
  }

  async function tellSent(tx: Tx, named: MessageRef): Promise<void> {
    const known = await store.lockMessage(tx.q, named);
    if (known) await updates.applyState(tx, known, { fault: null, said: '' });
  }

  async function keepEcho(
    tx: Tx,
    account: AccountRow,
    event: MessageEcho & { providerId: string },
  ): Promise<void> {
    const { to: address, at, providerId } = event;
    const contact = await contacts.lock(tx, account, { address, name: '', phone: undefined });
    const { windowMs } = CHANNEL_TRAITS[accounts.providerOf(account.provider).mediaId];
    const lastAt = contact.last_in_at === null ? 0 : Date.parse(contact.last_in_at);
    const openUntil = windowMs === null ? null : new Date(lastAt + windowMs);
    const message = await conversations.recordExternalReply(
      tx,
      contacts.senderOf(account, contact, '', openUntil),
      {
        body: event.text,
        clientKey: `echo:${account.id}:${providerId}`,
        extra: extraOf(event),
        author: { type: 'user', id: null, name: account.name },
      },
    );
    const { id: message_id, ticket_id, created_at } = message;
    const row = { message_id, ticket_id, created_at, part: 0, direction: 'out' as const };
    await store.insertProviderMessage(
      tx.q,
      { accountId: account.id, providerId },
      { ...row, address, sent_at: at },
    );
    await media.queue(tx, account, message, event.media);
  }

  return { ingest, ingestEcho };
}

/** Notes that a message is nothing but the keyword for opting out or in. */
function withOptOutWish(content: CustomerContent, wish: ReturnType<typeof optOutWishOf>): CustomerContent {
  if (wish === undefined || wish === 'help') return content;
  return { ...content, extra: { kind: 'text', ...content.extra, wish } };
}
