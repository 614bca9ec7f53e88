import type { DraftKind, SendTime } from '@trunkline/contract';
import { type Ref, useImperativeHandle, useState } from 'react';
import { useSession } from '#shared/api/session.ts';
import { useAnswerWindow } from '#features/tickets/answer-window/use-answer-window.ts';
import { useChoices, type Choices } from '#features/tickets/choices/use-choices.ts';
import { emailHtml } from '#features/tickets/mail/html-of-text.ts';
import { forwardRequest } from '#features/tickets/mail/forwarding/forward-request.ts';
import { toNames } from '#features/tickets/mentions/mention-text.ts';
import { useMentionMenu } from '#features/tickets/mentions/use-mention-menu.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import type { MessageToRewrite } from '#features/tickets/outbox/outbox.ts';
import { discard } from '#features/tickets/outbox/outbox-store.ts';
import { useTyping } from '#features/tickets/presence.ts';
import { useConversationToAnswer, useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { type LocalDraft, isEmptyDraft, readLocalDraft } from '#features/tickets/outbox/local-drafts.ts';
import type { TicketDetail } from '#features/tickets/realtime.ts';
import { useHeldReplyTarget } from '#features/tickets/outbox/use-held-reply-target.ts';
import {
  heldReplyTarget,
  conversationToChoose,
  writtenConversations,
} from '#features/tickets/outbox/reply-target.ts';
import { useFocusField } from '../use-focus-field.ts';
import { useEmailReply } from '../field/use-email-reply.ts';
import { useComposerDraft } from './use-composer-draft.ts';
import { useReplyNews } from '../use-reply-news.ts';
import { useReplyTemplates } from '../field/use-reply-templates.ts';
import { useSend } from './use-send.ts';
import { useTextField } from '../field/use-text-field.ts';

export type ComposerHandle = {
  /** Registers the text field, with text that was typed before it was ready. */
  write: (kind: DraftKind, typed?: string) => void;
  reopenUnsent: (clientKey: string) => void;
  /** Appends a restored text to what is in the reply box. */
  restore: (message: MessageToRewrite) => void;
  /** Appends text to the reply, for review. */
  put: (text: string) => void;
};

/** State and actions that the composer's parts receive. */
export type Composing = ReturnType<typeof useComposer>;
/** The menu below a field, with the entry that Enter selects. */
export type ComposerMenu = { list: string; active: string } | null;

/** State and actions of the composer of the open ticket. */
export function useComposer(ref: Ref<ComposerHandle>) {
  const { detail } = useOpenTicket();
  const { user } = useSession();
  const drafts = { reply: useComposerDraft('reply'), note: useComposerDraft('note') };
  const { kinds, kind, setKind } = useDraftKind(() => firstKind(user.id, detail));
  const { draft, state, change, clear, uploads } = drafts[kind];
  const typing = useTyping(detail.ticket.id);
  const text = useTextField(draft.body, (body) => change({ body }));
  const { isByMail, recipient } = useConversationToAnswer();
  useHeldReplyTarget(!isEmptyDraft(drafts.reply.draft));
  const isByEmail = kind === 'reply' && isByMail;
  const email = useEmailReply(isByEmail);
  const choices = useChoices();
  const sending = { kind, draft, choices, email: isByEmail ? email : null, isUploading: uploads.isBusy };
  const going = useSending({ ...sending, onSent: handleSent }, drafts.reply.draft);
  const typed = isByEmail
    ? { body: email.before, cursor: email.before.length }
    : { body: draft.body, cursor: text.cursor };
  const mentions = useMentionMenu({ ...typed, enabled: kind === 'note', onInsert: insert });
  const templates = useReplyTemplates({
    ...typed,
    enabled: kind === 'reply',
    onInsert: insert,
    name: isByEmail ? email.name : recipient,
  });

  function insert(words: string, from?: number, to?: number): void {
    if (isByEmail) email.insert(words, from);
    else text.insert(words, from, to);
  }

  function choose(next: DraftKind): void {
    setKind(next);
    text.setCursor(drafts[next].draft.body.length);
  }

  function handleSent(): void {
    clear();
    if (kind === 'reply') choices.clear();
    typing('no');
    if (isByEmail) email.choose(null);
    // Waits a frame, until the buttons are disabled and the dialog for a later time is closed.
    requestAnimationFrame(() => {
      const focused = document.activeElement;
      if (focused !== document.body && !focused?.matches(':disabled')) return;
      (email.field.current ?? text.field.current)?.focus();
    });
  }

  const giveKeys = useFocusField();
  const putting = useInsertActions({ drafts, email, text, setKind, isByMail, choices });
  useImperativeHandle(ref, () => ({
    write(next, typed = '') {
      if (next !== kind) choose(next);
      const byMail = next === 'reply' && isByMail;
      // The field of e-mails and that of notes are two, and the new one may still be loading.
      giveKeys(byMail ? email.field : text.field, typed, (words) => {
        if (byMail) email.field.current?.insert(words, 0);
        else drafts[next].change((before) => ({ body: before.body + words }));
      });
    },
    ...putting,
  }));

  const writing = { kinds, kind, choose, draft, state, change, typing, text, insert };
  const addressee = isByEmail ? email.shownName : recipient;
  return { ...writing, ...going, addressee, isByEmail, email, uploads, choices, templates, mentions };
}

const RIGHTS = { reply: 'TICKETS:REPLY', note: 'TICKETS:NOTE' } as const;
const KINDS = ['reply', 'note'] as const;

/** What one may write. A right that is taken away takes its field along, and the draft is kept for when it is given back. */
function useDraftKind(first: () => DraftKind) {
  const { can } = useSession();
  const [chosen, setKind] = useState(first);
  const kinds: readonly DraftKind[] = KINDS.filter((each) => can(RIGHTS[each]));
  return { kinds, kind: kinds.includes(chosen) ? chosen : (kinds[0] ?? chosen), setKind };
}

/** Sending, which needs a second press after a colleague has replied. */
function useSending(
  sending: Omit<Parameters<typeof useSend>[0], 'isClosed'> & { choices: Choices },
  reply: LocalDraft,
) {
  const answerWindow = useAnswerWindow();
  const { answered, traits } = useConversationToAnswer();
  // Text messages cannot carry files; a notice above the send button says so.
  const isTooMuch =
    traits?.takesFiles === false && sending.kind === 'reply' && sending.draft.files.length > 0;
  const isUnfit = isTooMuch || sending.choices.isUnfitFor(sending.draft.body.trim());
  const isClosed = answerWindow?.state === 'closed' || Boolean(answered?.refuses_since) || isUnfit;
  const { canSend, send: sendNow, length } = useSend({ ...sending, isClosed });
  const { news, mayGo } = useReplyNews(!isEmptyDraft(reply));
  const isReply = sending.kind === 'reply';
  async function send(solve: boolean, when?: SendTime): Promise<void> {
    if (!isReply || !canSend || mayGo()) await sendNow(solve, when);
  }
  return { canSend, send, length, answerWindow, news: isReply ? news : undefined };
}

type ComposerDrafts = Record<DraftKind, ReturnType<typeof useComposerDraft>>;
type ActionContext = {
  drafts: ComposerDrafts;
  email: ReturnType<typeof useEmailReply>;
  text: ReturnType<typeof useTextField>;
  setKind: (kind: DraftKind) => void;
  isByMail: boolean;
  choices: Choices;
};

/** Inserts texts from elsewhere: a message that failed, or the reply of a macro. */
function useInsertActions({
  drafts,
  email,
  text,
  setKind,
  isByMail,
  choices,
}: ActionContext): Omit<ComposerHandle, 'write'> {
  const { agent } = useTicketNames();
  const { detail, setAnswerOn, setHeldOn } = useOpenTicket();
  const ticketId = detail.ticket.id;

  function reopenUnsent(clientKey: string): void {
    const message = discard(clientKey);
    if (message) restore(message);
  }

  function restore(message: MessageToRewrite): void {
    if (message.forwards) {
      const { message_id: messageId } = message.forwards;
      forwardRequest.set({ ticketId, messageId, written: message });
      return;
    }
    const restored = drafts[message.kind];
    const own = message.letter?.html ?? toNames(message.body, agent);
    const body = joined(restored.draft.body.trim(), own, message.letter ? '' : '\n\n');
    restored.change((before) => ({ body, files: [...before.files, ...message.attachments] }));
    setKind(message.kind);
    if (message.kind === 'reply') {
      const place = conversationToChoose(detail, message);
      setAnswerOn(place);
      setHeldOn(heldReplyTarget(detail, place, null));
    }
    if (message.choices) choices.set(message.choices);
    if (message.letter) {
      email.choose(message.letter);
      requestAnimationFrame(() => email.field.current?.focus());
    } else text.place(body.length);
  }

  function put(words: string): void {
    drafts.reply.change((before) => ({ body: added(before.body, words, isByMail) }));
    setKind('reply');
    requestAnimationFrame(() => (email.field.current ?? text.field.current)?.focus());
  }

  return { reopenUnsent, restore, put };
}

/** Returns the draft with a text appended; drafts of e-mails are HTML. */
const added = (before: string, words: string, isMail: boolean): string =>
  isMail ? `${before && emailHtml(before)}<p>${emailHtml(words)}</p>` : joined(before.trim(), words, '\n\n');

const joined = (before: string, own: string, between: string): string =>
  [before, own].filter(Boolean).join(between);

/** The mode used last; otherwise reply, where a reply is possible. */
function firstKind(userId: number, { ticket, drafts, conversations }: TicketDetail): DraftKind {
  const held = KINDS.find((kind) => {
    const local = readLocalDraft({ userId, ticketId: ticket.id, kind });
    return local && !isEmptyDraft(local);
  });
  return held ?? drafts[0]?.kind ?? (writtenConversations(conversations).length > 0 ? 'reply' : 'note');
}
