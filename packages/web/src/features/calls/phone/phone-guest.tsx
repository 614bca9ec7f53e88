import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { toDialableNumber, getCustomer, type JoinCredentials } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import {
  ownPhone,
  ownRoom,
  keysPressedByOther,
  roomGuest,
  type RoomGuest,
} from '#shared/dialing/own-phone.ts';
import { useOwnCall } from '#shared/dialing/use-own-call.ts';
import { useStore } from '#shared/lib/store.ts';
import { callState } from '../call-control.ts';
import classes from '../move/call-move.module.css';

/** Whether a telephone call can be brought into this room: the browser phone is ready and not in a call. */
export function useCanAddPhone({ platform }: Pick<JoinCredentials, 'platform'>): boolean {
  const { isReady, call: talking } = useStore(ownPhone);
  const guest = useStore(roomGuest);
  const { canCall } = useOwnCall();
  return platform === 'embedded' && isReady && canCall && talking === null && guest === null;
}

type FormProps = { credentials: JoinCredentials; onDone: () => void };

/** Dials a number, which is brought into the room once it answers. */
export function AddPhone({ credentials, onDone }: FormProps) {
  const { t } = useTranslation('calls');
  const { dial, isAsking } = useOwnCall();
  const { name, numbers } = useCustomer();
  const [typed, setTyped] = useState('');
  const number = toDialableNumber(typed);

  async function place(wanted: string, who: string): Promise<void> {
    const made = await dial({
      number: wanted,
      ...(credentials.may_see_ticket && { ticket_id: credentials.ticket_id }),
    });
    if (!made) return;
    roomGuest.set({ name: who, dialId: made.call_id });
    onDone();
  }
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (number !== null) void place(number, number);
      }}
    >
      <TextInput
        data-autofocus
        type="tel"
        autoComplete="off"
        label={t('phone.number')}
        description={t('phone.text')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {numbers.map((own) => (
        <Button
          key={own}
          variant="default"
          disabled={isAsking}
          leftSection={<IconPhone size={16} stroke={1.75} aria-hidden />}
          onClick={() => void place(own, name)}
        >
          {t('phone.callOf', { name, number: own })}
        </Button>
      ))}
      <Button type="submit" disabled={number === null} loading={isAsking}>
        {t('phone.call')}
      </Button>
    </form>
  );
}

/** The customer of the current call, with the phone numbers that can be dialled. */
function useCustomer() {
  const { can } = useSession();
  const state = useStore(callState);
  const id = state.status === 'cleared' ? null : state.call.dial.customer_id;
  const { data } = useQuery({
    queryKey: ['calls', 'customer', id],
    queryFn: ({ signal }) => call(getCustomer, { params: { id: id ?? 0 }, signal }),
    enabled: id !== null && can('CUSTOMERS:VIEW'),
  });
  const all = data?.data.identities ?? [];
  return {
    name: data?.data.name ?? '',
    numbers: all.flatMap(({ kind, value }) => (kind === 'phone' && toDialableNumber(value) ? [value] : [])),
  };
}

/** Shows the state of a telephone call that is to be brought in, and the keys its other side has pressed. */
export function PhoneNotices() {
  const { t } = useTranslation('calls');
  const guest = useStore(roomGuest);
  const room = useStore(ownRoom);
  const keys = useStore(keysPressedByOther);
  if (!guest) return null;
  if ('dialId' in guest) return <Dialled guest={guest} />;
  if (!room?.hasPhone || keys === '') return null;
  return (
    <span className={classes['notice']} dir="auto">
      {t('phone.pressed', { name: guest.name, keys })}
    </span>
  );
}

function Dialled({ guest: { name, dialId } }: { guest: Extract<RoomGuest, { dialId: number }> }) {
  const { t } = useTranslation('calls');
  const { t: words } = useTranslation('shared/dialing');
  const { call: latest } = useOwnCall();
  const { call: talking, actions } = useStore(ownPhone);
  const own = latest?.call_id === dialId ? latest : null;
  const phoneId = own?.state === 'answered' ? talking?.id : undefined;
  useEffect(() => {
    // Only once it is answered, because ringing tones of the gateway are not for the room.
    if (phoneId !== undefined) roomGuest.set({ name, phoneId });
  }, [name, phoneId]);
  const isOver = own?.state === 'ended';
  const word = own?.outcome && own.outcome !== 'answered' ? own.outcome : (own?.state ?? 'calling');
  return (
    <span className={classes['notice']} dir="auto">
      {name} · {words(`state.${word}`)}
      <UnstyledButton
        className={classes['cancel'] ?? ''}
        aria-label={isOver ? t('phone.closeOf', { name }) : t('moves.cancelOf', { name })}
        onClick={() => (isOver ? roomGuest.set(null) : actions?.hangUp())}
      >
        {isOver ? t('close') : t('moves.cancel')}
      </UnstyledButton>
    </span>
  );
}
