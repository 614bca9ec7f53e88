import { type Conversation, type DraftKind, LIMITS, type SendTime } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#shared/api/query-client.ts';
import { useAgents, useSession } from '#shared/api/session.ts';
import { createVariableCheck } from '#shared/lib/fill-template.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { isAddress, isTooMany } from '#features/tickets/mail/recipients/addresses.ts';
import type { Choices } from '#features/tickets/choices/use-choices.ts';
import { emailHtml } from '#features/tickets/mail/html-of-text.ts';
import type { MailRecipients } from '#features/tickets/outbox/outbox.ts';
import { mentionableQuery } from '#features/tickets/mentions/api.ts';
import { toTokens } from '#features/tickets/mentions/mention-text.ts';
import { newClientKey, send as sendMessage } from '#features/tickets/outbox/outbox-store.ts';
import { useConversationToAnswer, useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { useViews } from '#features/tickets/views/api.ts';
import { isTooLong, lengthOf } from './text-length.ts';
import type { LocalDraft } from '#features/tickets/outbox/local-drafts.ts';

type Options = {
  kind: DraftKind;
  draft: LocalDraft;
  /** For an e-mail: the recipients, and its plain text. */
  email: { recipients: MailRecipients; asked: string[]; confirmed: string[]; text: () => string } | null;
  choices: Pick<Choices, 'toSend'>;
  /** The channel accepts no free replies now. */
  isClosed: boolean;
  isUploading: boolean;
  onSent: () => void;
};

type Email = NonNullable<Options['email']>;

/** Sends the message, at a time or at once; `solve` solves the ticket once the server has it, or it has gone out. */
export function useSend({ kind, draft, email, choices, isClosed, isUploading, onSent }: Options) {
  const { t } = useTranslation('tickets');
  const { detail, actions } = useOpenTicket();
  const { can } = useSession();
  const { data: agents } = useAgents();
  const held = useViews().data?.settings.undo_send_seconds ?? 0;
  const body = draft.body.trim();
  const hasContent = body !== '' || draft.files.length > 0;
  const isReply = kind === 'reply';
  const { answered, namedOn } = useConversationToAnswer();
  const isAllowed = isReply
    ? can('TICKETS:REPLY') && answered !== undefined && !isClosed
    : can('TICKETS:NOTE');

  /** The colleagues offered for mentions; everybody before the list was opened. */
  const colleagues = () =>
    queryClient.getQueryData(mentionableQuery(detail.ticket.id).queryKey) ?? agents ?? [];

  const [variables] = useState(createVariableCheck);
  const isMail = email !== null;
  const sentBody = isMail ? emailHtml(body) : isReply ? body : toTokens(body, colleagues());
  const length = lengthOf(sentBody, isMail);
  const canSend = hasContent && isAllowed && !isTooLong(length) && (!isMail || canGo(email));

  // Tells the server on which conversation the reply was meant, because the customer may be writing elsewhere just now;
  // an e-mail names its recipients, unless its writer has chosen where it goes.
  const seenToGo = namedPlace(answered, email === null || namedOn !== null);

  async function send(solve: boolean, when?: SendTime): Promise<void> {
    if (!canSend) return;
    if (isUploading) {
      toast(t('composer.waitForFiles'), { kind: 'info' });
      return;
    }
    const askFor = (names: string) => toast(t('composer.variablesLeft', { names }), { kind: 'failed' });
    if (isReply && !variables.mayGo(body, askFor)) return;
    const later = when ?? (isMail && held > 0 ? { in_seconds: held } : undefined);
    const sent = sendMessage({
      client_key: newClientKey(),
      ticket_id: detail.ticket.id,
      kind,
      // The server makes the text of an e-mail from its HTML; until then the beginning of the typed text is shown.
      body: email ? email.text().slice(0, LIMITS.body) : sentBody,
      ...(isReply && { ...seenToGo, ...choices.toSend }),
      ...(email && { letter: { ...email.recipients, html: sentBody, ...confirmedBy(email) } }),
      ...(later && { later, solve }),
      attachments: draft.files,
      created_at: new Date().toISOString(),
    });
    onSent();
    // A message that failed stays with its retry button, and the ticket stays open until it is sent.
    if ((await sent) && solve && !later) await actions.solveAfter();
  }

  return { canSend, send, length };
}

/** The conversation that a request names, where it has to. */
const namedPlace = (answered: Conversation | undefined, isNamed: boolean) =>
  answered && isNamed ? { conversation_id: answered.id } : {};

const canGo = ({ recipients, asked, confirmed }: Email): boolean =>
  canGoTo(recipients) && confirmed.length === asked.length;

const confirmedBy = ({ confirmed }: Email) => confirmed.length > 0 && { confirmed };

const canGoTo = (recipients: MailRecipients): boolean =>
  !isTooMany(recipients) && [...recipients.to, ...recipients.cc, ...recipients.bcc].every(isAddress);
