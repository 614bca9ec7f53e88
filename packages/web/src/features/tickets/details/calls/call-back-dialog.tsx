import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toDialableNumber, rescheduleCallBack, scheduleCallBack, type CallBack } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { errorCode, reasonWords } from '#shared/api/api-error.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { newClientKey } from '#features/tickets/outbox/outbox-store.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';

type Props = {
  /** The call-back to move; undefined to arrange a new one. */
  moved?: CallBack;
  onClose: () => void;
};

/** Asks for the time and the number of a call-back. */
export default function CallBackDialog({ moved, onClose }: Props) {
  const { t } = useTranslation('tickets');
  const { ticket, customer } = useOpenTicket().detail;
  const client = useQueryClient();
  const [key] = useState(newClientKey);
  const [number, setNumber] = useState(
    moved?.phone ?? customer.identities.find(({ kind }) => kind === 'phone')?.value ?? '',
  );
  const [time, setTime] = useState('');
  const isNumber = moved !== undefined || toDialableNumber(number) !== null;
  const save = useMutation({
    mutationFn: () => {
      // In this device's time zone; empty means as soon as an agent is available.
      const at = time === '' ? null : new Date(time).toISOString();
      return moved
        ? call(rescheduleCallBack, { params: { id: moved.id }, body: { at } })
        : call(scheduleCallBack, { params: { id: ticket.id }, body: { client_key: key, phone: number, at } });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['tickets', 'call-backs', ticket.id] });
      onClose();
    },
    onError: (error) =>
      toast(
        reasonWords(error) ?? t(errorCode(error) === 'invalid' ? 'callBack.badTime' : 'callBack.failed'),
        { kind: 'failed' },
      ),
  });
  return (
    <Dialog title={t(moved ? 'callBack.moveTitle' : 'callBack.promiseTitle')} onClose={onClose} width={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isNumber) save.mutate();
        }}
      >
        <Stack gap="sm">
          {!moved && (
            <TextInput
              type="tel"
              label={t('callBack.number')}
              value={number}
              onChange={(event) => setNumber(event.currentTarget.value)}
            />
          )}
          <TextInput
            type="datetime-local"
            label={t('callBack.when')}
            description={t('callBack.whenHint')}
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('callBack.leaveIt')}
            </Button>
            <Button type="submit" disabled={!isNumber} loading={save.isPending}>
              {t(moved ? 'callBack.move' : 'callBack.promise')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
