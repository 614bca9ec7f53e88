import { Button, Group } from '@mantine/core';
import { retryMessage, type MessageMail } from '@trunkline/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { useErrorWords } from '../error-words.ts';
import type { Recipients } from '../outbox/outbox.ts';
import { newClientKey } from '../outbox/outbox-store.ts';
import type { Entry } from '../timeline/timeline.ts';
import { isAddress } from './recipients/addresses.ts';
import { RecipientRows } from './recipients/recipient-rows.tsx';
import classes from './email/email.module.css';

type Props = { entry: Entry; mail: MessageMail; onClose: () => void };

/** Somebody else was faster: nothing is left to do here. */
const GONE = new Set(['conflict', 'already_sent']);

/** A mail that did not reach everybody, before it is sent again: to whom, which is often what was wrong. */
export default function SendAgain({ entry, mail, onClose }: Props) {
  const { t } = useTranslation('tickets/mail');
  const wordsOf = useErrorWords();
  const title = useId();
  const { to, cc, bcc } = mail;
  const [recipients, setRecipients] = useState<Recipients>({ to, cc, bcc });
  const [isTried, setTried] = useState(false);
  // One for as long as this is open: pressed again after a lost answer, it still goes out once.
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
  // What is no address is red already.
  const canSend = !isNobody && all.every(isAddress);
  // Where it opens is often the end of what is seen. What newer browsers answer to scrolling is nothing to clean up with.
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
        // What is typed next is meant for here, and not a shortcut of the page.
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
      {/* It keeps its place when an address is left: what goes would move the buttons away under the pointer. */}
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
