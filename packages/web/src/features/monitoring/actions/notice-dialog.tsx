import { Button, Group, Textarea } from '@mantine/core';
import { FLOOR_NOTICE_MAX, sendFloorNotice } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { useFloorAction } from './use-floor-action.ts';

/** Sends a message to everybody who is signed in and visible to the supervisor. */
export function NoticeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('monitoring/actions');
  const { isBusy, act } = useFloorAction();
  const [text, setText] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  async function send(): Promise<void> {
    const isDone = await act(async () => {
      const { data } = await call(sendFloorNotice, { body: { text, client_key: key } });
      return t('notice.sent', { count: data.sent_to });
    });
    if (isDone) onClose();
  }
  return (
    <Dialog title={t('notice.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Textarea
          autosize
          minRows={3}
          data-autofocus
          label={t('notice.text')}
          description={t('notice.hint')}
          value={text}
          maxLength={FLOOR_NOTICE_MAX}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <Group gap={8} justify="flex-end" mt={12}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={text.trim() === ''}>
            {t('send')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
