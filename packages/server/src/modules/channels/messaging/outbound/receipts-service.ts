import type { Platform } from '#platform/platform';
import { createRunner } from '#platform/work-queue/runner';
import type { Conversations } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import type { Accounts } from '../accounts/accounts-service.ts';
import { findProviderId } from '../inbound/delivery-store.ts';
import { ProviderError, type ReceiptSignal } from '../providers/provider.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'notices' | 'log'> & {
  accounts: Accounts;
  conversations: Pick<Conversations, 'find' | 'writtenOn'>;
  tickets: Pick<Tickets, 'timeline'>;
};
type DueReceipts = { read?: number; isTyping?: true };

/** How long providers show “typing”. */
const TYPING_MS = 20_000;

/**
 * Shows customers “read” and “typing” where the provider supports it. Best effort: nothing is retried.
 */
export function createReceipts({ db, clock, notices, log, accounts, conversations, tickets }: Deps) {
  const due = new Map<number, DueReceipts>();
  const shownUntil = new Map<number, number>();
  const runner = createRunner({
    name: 'telling customers that they were read',
    run: sendReceipts,
    concurrency: 4,
    log,
  });

  async function sendReceipts(ticketId: number): Promise<void> {
    const { read, isTyping } = due.get(ticketId) ?? {};
    due.delete(ticketId);
    if (read !== undefined) await show('read', read);
    if (isTyping) await showTyping(ticketId);
  }

  /** The customer's last message is usually in the conversation that is being answered. */
  async function showTyping(ticketId: number): Promise<void> {
    const conversation = await conversations.writtenOn(db.q, ticketId);
    if (!conversation || conversation.refuses_since !== null) return;
    const page = { ticketId, before: undefined, kinds: ['inbound'] as const, limit: 1 };
    const [last] = await tickets.timeline.listMessages({ ...page, conversations: [conversation.id] });
    if (last) await show('typing', last.id);
  }

  async function writtenFrom(messageId: number, createdAt: string): Promise<string | undefined> {
    const message = await tickets.timeline.findMessage(db.q, messageId, createdAt);
    const id = message?.conversation_id;
    return id ? (await conversations.find(id))?.address : undefined;
  }

  async function show(sign: ReceiptSignal, messageId: number): Promise<void> {
    const known = await findProviderId(db.q, messageId);
    const account = known && (await accounts.row(db.q, known.channel_account_id));
    if (!known || !account?.is_active) return;
    const address = await writtenFrom(messageId, known.created_at);
    if (address === undefined) return;
    try {
      const last = { address, providerId: known.provider_id };
      await accounts.providerOf(account.provider).show?.(accounts.credentials(account), sign, last);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.info({ err: error, message: messageId, sign }, 'a sign to a customer was not taken');
    }
  }

  notices.on('messages-read', ({ ticket_id: id, ids }: { ticket_id: number; ids: number[] }) => {
    due.set(id, { ...due.get(id), read: Math.max(...ids) });
    runner.wake(id);
  });

  notices.on('agent-typing', ({ ticket_id: id, typing }: { ticket_id: number; typing: boolean }) => {
    const now = clock.now().getTime();
    if (!typing || now < (shownUntil.get(id) ?? 0)) return;
    for (const [old, until] of shownUntil) if (until <= now) shownUntil.delete(old);
    shownUntil.set(id, now + TYPING_MS);
    due.set(id, { ...due.get(id), isTyping: true });
    runner.wake(id);
  });

  return { stop: runner.stop };
}
