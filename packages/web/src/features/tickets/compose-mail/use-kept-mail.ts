import { type MailDraft, saveMailDraft } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { type DraftChange, useKeptDraft } from '#shared/forms/use-kept-draft.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { newClientKey } from '../outbox/outbox-store.ts';
import type { MailRecipients } from '../outbox/outbox.ts';
import { draftBody, emptyMail, isWritten, readMail } from './mail-draft.ts';

type Options = {
  /** The key of the draft: its initial recipient. */
  place: string;
  to: MailRecipients['to'];
  /** The draft that the server has. */
  stored: MailDraft | null;
};
export type MailChange = DraftChange<MailDraft>;

/** The draft of a new e-mail. */
export function useKeptMail({ place, to, stored }: Options) {
  const { user } = useSession();
  const local = `new-mail.${user.id}.${place}`;
  const isWorth = (mail: MailDraft) => isWritten(mail, to.length);
  const kept = useKeptDraft<MailDraft>({
    stored,
    empty: () => emptyMail(newClientKey(), to),
    read: () => readMail(readStored(local)) ?? null,
    write: (mail) => writeStored(local, mail),
    put: async (mail) =>
      void (await call(saveMailDraft, { body: draftBody(place, isWorth(mail) ? mail : null) })),
    isEmpty: (mail) => !isWorth(mail),
  });

  return {
    ...kept,
    isWritten: isWorth(kept.draft),
    /** Discards the draft; returns the function that restores it. */
    discard(): () => void {
      const before = kept.latest();
      kept.put(emptyMail(newClientKey(), to));
      return () => kept.put(before);
    },
  };
}
