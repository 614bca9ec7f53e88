import {
  isFieldOfTicket,
  type MailDraft,
  type MailSender,
  type SendTime,
  sendNewMail,
} from '@trunkline/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { readDrafts, type AnswerDrafts } from '#shared/fields/answer-draft.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { createVariableCheck } from '#shared/lib/fill-template.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { showTicket } from '../api.ts';
import type { MailRecipients } from '../outbox/outbox.ts';
import { newClientKey } from '../outbox/outbox-store.ts';
import { useUploads } from '../conversation/files/use-uploads.ts';
import { useViews } from '../views/api.ts';
import { mailBody, missingIn } from './mail-draft.ts';
import { useKeptMail, type MailChange } from './use-kept-mail.ts';

type Options = {
  /** The key of the draft: its initial recipient. */
  place: string;
  /** The draft that the server has. */
  stored: MailDraft | null;
  senders: readonly [MailSender, ...MailSender[]];
  /** The initial recipient. */
  to: MailRecipients['to'];
};
export type NewMailFailure =
  | 'offline'
  | 'mailbox'
  | 'files'
  | 'own'
  | 'forbidden'
  | 'fields'
  | 'sent'
  | 'other';

/** State and actions of a new e-mail. */
export function useNewMail({ place, senders, to, stored }: Options) {
  const { t } = useTranslation('tickets/compose-mail');
  const { t: tickets } = useTranslation('tickets');
  const navigate = useNavigate();
  const kept = useKeptMail({ place, to, stored });
  const { draft } = kept;
  // Counts attempts to send an incomplete e-mail, after which problems are shown.
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<NewMailFailure | null>(null);
  const sender = senders.find(({ id }) => id === draft.mailbox_id) ?? senders[0];
  // An upload ends after later renders, so it is added to the current files and not to those of its render.
  const uploads = useUploads({
    attached: draft.files.length,
    onDone: (file) => change((before) => ({ files: [...before.files, file] })),
  });
  const missing = missingIn(draft);
  const asked = useRequiredFields(draft.answers, (answers) => change({ answers }));
  const [variables] = useState(createVariableCheck);
  const [sentAs, setSentAs] = useState<number | null>(null);
  const held = useViews().data?.settings.undo_send_seconds ?? 0;

  function change(part: MailChange): void {
    setFailure(null);
    kept.change(part);
  }

  /** Without a time the e-mail is sent at once, or after the time in which sending can be undone. */
  async function send(at?: string): Promise<void> {
    if (isBusy) return;
    if (Object.keys(missing).length > 0 || !asked.isAnswered) return setRefusals((count) => count + 1);
    if (uploads.isBusy) return void toast(tickets('composer.waitForFiles'), { kind: 'info' });
    const askFor = (names: string) => toast(tickets('composer.variablesLeft', { names }), { kind: 'failed' });
    if (!variables.mayGo(draft.html, askFor)) return;
    // This client key was already used for a sent e-mail: the current text needs a new one.
    if (failure === 'sent') kept.change({ client_key: newClientKey() });
    setBusy(true);
    setFailure(null);
    try {
      const { data } = await call(sendNewMail, {
        body: { ...mailBody(kept.latest(), sender.id, sendTimeOf(held, at)), fields: asked.changes },
      });
      kept.end();
      showTicket(data);
      // While the e-mail is held back, its ticket says so and offers to undo it.
      if (at !== undefined) toast(t('scheduled', { number: data.number }));
      else if (held === 0) toast(t('sent', { number: data.number }));
      await navigate({ to: '/tickets', search: { id: data.id } });
    } catch (error) {
      setFailure(failureOf(error));
      setSentAs(ticketIn(error));
      setBusy(false);
    }
  }

  function discard(): void {
    const regret = kept.discard();
    setRefusals(0);
    setFailure(null);
    toast(t('discarded'), { action: { label: t('undo'), run: regret } });
  }

  const answers = { ...asked, problems: refusals > 0 ? asked.problems : {} };
  const { state, isWritten } = kept;
  const writing = { draft, state, isWritten, change, answers, missing: refusals > 0 ? missing : {} };
  return { ...writing, sender, uploads, isBusy, refusals, failure, sentAs, send, discard };
}

function sendTimeOf(heldSeconds: number, at: string | undefined): SendTime | undefined {
  if (at !== undefined) return { at };
  return heldSeconds > 0 ? { in_seconds: heldSeconds } : undefined;
}

/** Custom fields that every new ticket requires; fields of a type or category are left out, because a new e-mail has neither. */
function useRequiredFields(drafts: AnswerDrafts, setDrafts: (drafts: MailDraft['answers']) => void) {
  const fields = useCustomFields('ticket').filter(
    (field) => field.required === 'create' && isFieldOfTicket(field, { type_id: null, category_id: null }),
  );
  const { problems, changes } = readDrafts({ fields, drafts, before: {}, when: 'create' });
  return { fields, drafts, setDrafts, problems, changes, isAnswered: Object.keys(problems).length === 0 };
}

/** Returns the ticket under which this e-mail was sent before, where the server reports that. */
function ticketIn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'already_sent') return null;
  const { ticket_id: id } = (error.details ?? {}) as { ticket_id?: unknown };
  return typeof id === 'number' ? id : null;
}

/** Returns the text key of a refusal. */
function failureOf(error: unknown): NewMailFailure {
  if (!(error instanceof ApiError)) return 'other';
  const known = BY_CODE[error.code];
  if (known) return known;
  const paths = pathsIn(error.details);
  if (error.code === 'invalid_reference') return paths.includes('file_ids') ? 'files' : 'mailbox';
  return 'other';
}

const BY_CODE: Partial<Record<string, NewMailFailure>> = {
  offline: 'offline',
  unavailable: 'offline',
  forbidden: 'forbidden',
  own_mailbox: 'own',
  fields_missing: 'fields',
  already_sent: 'sent',
};

const pathsIn = (details: unknown): unknown[] =>
  Array.isArray(details) ? details.map((one: { path?: unknown } | null) => one?.path) : [];
