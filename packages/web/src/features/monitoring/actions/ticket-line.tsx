import { Button, Checkbox, Group, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { sendNoteToAssignee, type Ticket } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { Since } from '../since.tsx';
import classes from './actions.module.css';
import { useFloorAction } from './use-floor-action.ts';

type Props = { ticket: Ticket; isChosen: boolean; onToggle: () => void };

/** One ticket of an agent, with a link to its page. */
export function TicketLine({ ticket, isChosen, onToggle }: Props) {
  const { t } = useTranslation('monitoring/actions');
  const { user } = useSession();
  const [isWriting, setWriting] = useState(false);
  const { id, number, subject, customer_name: name, media_id: media, waiting_since: since } = ticket;
  return (
    <li>
      <div className={classes['ticket']}>
        <Checkbox checked={isChosen} onChange={onToggle} aria-label={t('select', { number })} />
        <MediaGlyph media={media} />
        <span className={classes['about']}>
          <Link to="/tickets/detail" search={{ id }} title={t('read-along')} dir="auto">
            {name}
          </Link>
          <small dir="auto">
            {number} {subject}
          </small>
        </span>
        <span className={classes['waits']}>{since !== null && <Since at={since} />}</span>
        {ticket.assignee_id !== user.id && (
          <Button size="compact-sm" variant="subtle" onClick={() => setWriting(!isWriting)}>
            {t('note')}
          </Button>
        )}
      </div>
      {isWriting && <NoteForm ticket={ticket} onClose={() => setWriting(false)} />}
    </li>
  );
}

function NoteForm({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation('monitoring/actions');
  const { isBusy, act } = useFloorAction();
  const [text, setText] = useState('');
  // The key makes a repeated request, after a lost answer, the same note.
  const [key] = useState(() => crypto.randomUUID());
  async function send(): Promise<void> {
    const isDone = await act(async () => {
      await call(sendNoteToAssignee, { params: { id: ticket.id }, body: { client_key: key, body: text } });
      return t('note-sent');
    });
    if (isDone) onClose();
  }
  return (
    <form
      className={classes['note']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        autosize
        minRows={2}
        data-autofocus
        label={t('note-label')}
        description={t('note-hint')}
        value={text}
        maxLength={2000}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
      </Group>
    </form>
  );
}
