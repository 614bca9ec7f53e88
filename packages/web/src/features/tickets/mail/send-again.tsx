import { Button, Group } from '@mantine/core';
import { retryMessage, type MessageMail } from '@trunkline/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { useErrorWords } from '../error-words.ts';
import type { MailRecipients } from '../outbox/outbox.ts';
import { newClientKey } from '../outbox/outbox-store.ts';
import type { TimelineMessage } from '../timeline/timeline.ts';
import { isAddress } from './recipients/addresses.ts';
import { RecipientRows } from './recipients/recipient-rows.tsx';
import classes from './email/email.module.css';

type Props = { entry: TimelineMessage; mail: MessageMail; onClose: () => void };

/** Another person has already sent it again. */
const GONE = new Set(['conflict', 'already_sent']);

/** Form to send an e-mail again, with its recipients, because a wrong address is the usual cause. */
export default function SendAgain({ entry, mail, onClose }: Props) {
  const { t } = useTranslation('tickets/mail');
  const wordsOf = useErrorWords();
  const title = useId();
  const { to, cc, bcc } = mail;
  const [recipients, setRecipients] = useState<MailRecipients>({ to, cc, bcc });
  const [isTried, setTried] = useState(false);
  // The same key while the form is open, so that a repeated request after a lost answer sends once.
  const [key] = useState(newClientKey);
  const retry = useMutation({
    mutationFn: () =>
      call(retryMessage, {
        params: { id: entry.ticket_id, messageId: entry.id },
        body: { client_key: key, recipients },
      }),
    onSuccess: onClose,
  });
  const all = [...recipients.to, ...recipients.cc, ...recipients.bcc];
  const isNobody = recipients.to.length === 0;
  // Invalid addresses are already marked.
  const canSend = !isNobody && all.every(isAddress);
  // Scrolls the form into view. The braces keep the return value of newer browsers from becoming a clean-up function.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <form
      ref={form}
      className={classes['again']}
      aria-labelledby={title}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (canSend) retry.mutate();
        // Takes the focus, so that typing does not trigger shortcuts of the page.
        else form.current?.querySelector('input')?.focus();
      }}
    >
      <strong id={title}>{t('sendAgainTo')}</strong>
      <RecipientRows recipients={recipients} others={[]} startsHere isFull onChange={setRecipients} />
      {entry.state === 'sent' && <span className={classes['said']}>{t('sendAgainSome')}</span>}
      <Group gap={8}>
        <Button size="xs" type="submit" loading={retry.isPending}>
          {t('sendAgain')}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('sendAgainCancel')}
        </Button>
      </Group>
      {/* Keeps its space when the problem is solved, because the buttons would otherwise move under the pointer. */}
      {isTried && (
        <span role="alert" className={classes['failed']}>
          {isNobody ? t('sendAgainNobody') : '\u00A0'}
        </span>
      )}
      {retry.isError && (
        <span role="alert" className={classes['failed']}>
          {GONE.has(errorCode(retry.error)) ? t('sendAgainGone') : wordsOf(retry.error)}
        </span>
      )}
    </form>
  );
}
