import { type MailSender, writeMail } from '@trunkline/contract';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { toast } from '#shared/ui/toast.ts';
import { showTicket } from '../api.ts';
import { newClientKey } from '../outbox-store.ts';
import type { Recipients } from '../outbox.ts';
import { useUploads } from '../work/use-uploads.ts';
import { emptyMail, isWritten, mailBody, type MailDraft, missingIn, readMail } from './mail-draft.ts';

type Options = {
  /** Where this device keeps it. */
  place: string;
  senders: readonly [MailSender, ...MailSender[]];
  /** Whom it is to from the start. */
  to: Recipients['to'];
};
type Change = Partial<MailDraft> | ((before: MailDraft) => Partial<MailDraft>);
export type Failure = 'offline' | 'mailbox' | 'files' | 'own' | 'forbidden' | 'other';

/** The mail that is being written: kept on this device with every key, until it is sent. */
export function useNewMail({ place, senders, to }: Options) {
  const { t } = useTranslation('new-mail');
  const { t: tickets } = useTranslation('tickets');
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => readMail(readStored(place)) ?? emptyMail(newClientKey(), to));
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const latest = useRef(draft);
  const sender = senders.find(({ id }) => id === draft.mailbox_id) ?? senders[0];
  // Uploads end later than the render that began them, so the files of that moment count, not of then.
  const uploads = useUploads({
    attached: draft.files.length,
    onDone: (file) => change((before) => ({ files: [...before.files, file] })),
  });
  const missing = missingIn(draft);

  function keep(next: MailDraft | null): void {
    writeStored(place, next);
    latest.current = next ?? emptyMail(newClientKey(), to);
    setDraft(latest.current);
  }

  function change(part: Change): void {
    setFailure(null);
    keep({ ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) });
  }

  async function send(): Promise<void> {
    setAsked(true);
    if (Object.keys(missing).length > 0 || isBusy) return;
    if (uploads.isBusy) return void toast(tickets('composer.waitForFiles'), { kind: 'info' });
    setBusy(true);
    setFailure(null);
    try {
      const { data } = await call(writeMail, { body: mailBody(latest.current, sender.id) });
      writeStored(place, null);
      showTicket(data);
      toast(t('sent', { number: data.number }));
      await navigate({ to: '/tickets', search: { id: data.id } });
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  }

  function discard(): void {
    const before = latest.current;
    keep(null);
    setAsked(false);
    setFailure(null);
    toast(t('discarded'), { action: { label: t('undo'), run: () => keep(before) } });
  }

  const shown = isAsked ? missing : {};
  const isDraft = isWritten(draft, to.length);
  return { draft, change, sender, uploads, missing: shown, isBusy, failure, isDraft, send, discard };
}

/** Why the server did not take it; the texts' keys. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'other';
  if (error.code === 'offline' || error.code === 'unavailable') return 'offline';
  if (error.code === 'forbidden') return 'forbidden';
  const paths = pathsIn(error.details);
  if (error.code === 'invalid_reference') return paths.includes('file_ids') ? 'files' : 'mailbox';
  return error.code === 'invalid' && paths.includes('to') ? 'own' : 'other';
}

const pathsIn = (details: unknown): unknown[] =>
  Array.isArray(details) ? details.map((one: { path?: unknown } | null) => one?.path) : [];
