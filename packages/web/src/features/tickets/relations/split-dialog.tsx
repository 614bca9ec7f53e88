import { useLineError } from '#shared/forms/use-line-error.ts';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { onOneLine, LIMITS, type Message } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { useTimeline } from '../api.ts';
import { messagesOf } from '../realtime.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import { excerptOf } from './excerpt.ts';
import classes from './relations.module.css';
import { useMerging } from './use-merging.ts';

/** Splits some messages of the open ticket off into a new one. */
export function SplitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tickets/relations');
  const { ticket } = useOpenTicket().detail;
  const actions = useMerging(ticket);
  const timeline = useTimeline(ticket.id);
  const [subject, setSubject] = useState(ticket.subject);
  const lineError = useLineError();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [onward, setOnward] = useState(false);
  const messages = timeline.data ? messagesOf(timeline.data).filter(({ kind }) => kind !== 'event') : [];
  const first = Math.min(...chosen);
  const isTaken = ({ id }: Message) => chosen.includes(id) || (onward && id > first);
  const canSplit = chosen.length > 0 && chosen.length <= LIMITS.splitMessages && onOneLine(subject) !== '';

  async function submit(): Promise<void> {
    if (!canSplit) return;
    const which = onward ? { from_message_id: first } : { message_ids: [...chosen] };
    if (await actions.split({ subject: onOneLine(subject), ...which })) onClose();
  }

  return (
    <Dialog title={t('splitDialog.title')} onClose={onClose} width={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          <p className={classes['quiet']}>{t('splitDialog.hint')}</p>
          <TextInput
            data-autofocus
            label={t('splitDialog.subject')}
            maxLength={LIMITS.subject}
            value={subject}
            error={lineError(subject)}
            onChange={(event) => setSubject(event.currentTarget.value)}
          />
          {messages.length === 0 ? (
            <p className={classes['quiet']}>{t('splitDialog.none')}</p>
          ) : (
            <ul className={classes['messages']} aria-label={t('splitDialog.messages')}>
              {messages.toReversed().map((message) => (
                <li key={message.id}>
                  <Checkbox
                    p="xs"
                    checked={isTaken(message)}
                    disabled={onward && !chosen.includes(message.id)}
                    onChange={() => setChosen(toggled(chosen, message.id))}
                    label={<Excerpt message={message} />}
                  />
                </li>
              ))}
            </ul>
          )}
          <Checkbox
            label={t('splitDialog.onward')}
            checked={onward}
            onChange={(event) => setOnward(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" disabled={!canSplit} loading={actions.busy}>
              {onward ? t('splitDialog.submitOnward') : t('splitDialog.submit', { count: chosen.length })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Excerpt({ message }: { message: Message }) {
  const { agent } = useTicketNames();
  return (
    <span className={classes['message']}>
      <small>
        {message.author.name} · {exactTime(message.created_at)}
      </small>
      <span className="truncate" dir="auto">
        {excerptOf(message, agent)}
      </span>
    </span>
  );
}

const toggled = (all: readonly number[], id: number): number[] =>
  all.includes(id) ? all.filter((one) => one !== id) : [...all, id];
