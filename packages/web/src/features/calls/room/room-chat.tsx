import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { ChatLine } from '@trunkline/call-client';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { meetings } from '../meeting.ts';
import { SidePanel } from '../window/side-panel.tsx';
import classes from '../window/side-panel.module.css';

const MAX = 2000;

/** The chat of a call; it is not kept after the call. */
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
    <SidePanel title={t('room.chat')} onClose={onClose}>
      <ol className={classes['lines']} aria-live="polite">
        {lines.map(({ id, from, text: said, isOwn }) => (
          <li key={id} data-own={isOwn}>
            <span dir="auto">{isOwn ? t('room.you') : from}</span>
            <p dir="auto">{said}</p>
          </li>
        ))}
      </ol>
      <form className={classes['write']} onSubmit={handleSubmit}>
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
    </SidePanel>
  );
}
