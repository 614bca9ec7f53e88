import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { ChatLine } from '@trunkline/call-client';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { meetings } from './meeting.ts';
import classes from './room-page.module.css';

const MAX = 2000;

/** What people write to each other during the call. It goes with the call. */
export function RoomChat({ lines, onClose }: { lines: readonly ChatLine[]; onClose: () => void }) {
  const { t } = useTranslation('calls');
  const [text, setText] = useState('');

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!text.trim()) return;
    meetings.write(text.trim());
    setText('');
  }

  return (
    <aside className={classes['chat']} aria-label={t('room.chat')}>
      <header>
        <h2>{t('room.chat')}</h2>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </header>
      <ol aria-live="polite">
        {lines.map(({ id, from, text: said, isOwn }) => (
          <li key={id} data-own={isOwn}>
            <span dir="auto">{isOwn ? t('room.you') : from}</span>
            <p dir="auto">{said}</p>
          </li>
        ))}
      </ol>
      <form onSubmit={handleSubmit}>
        <TextInput
          aria-label={t('room.write')}
          placeholder={t('room.write')}
          value={text}
          maxLength={MAX}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ActionIcon type="submit" size="lg" variant="filled" aria-label={t('room.send')}>
          <IconArrowUp size={18} stroke={1.75} />
        </ActionIcon>
      </form>
    </aside>
  );
}
