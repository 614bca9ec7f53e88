import { Button, TextInput } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { toDialableNumber, type PhoneDial } from '@trunkline/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { PhoneKeys } from '#shared/dialing/keypad.tsx';
import { useOwnCall } from '#shared/dialing/use-own-call.ts';
import classes from './phone.module.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '0'];

/** Dials a number that is typed, pasted or clicked. */
export function DialPad() {
  const { t } = useTranslation('phone');
  const { t: words } = useTranslation('shared/dialing');
  const { can } = useSession();
  const { canCall, call, dial, isAsking } = useOwnCall();
  const [typed, setTyped] = useState('');
  const typing = useRef<HTMLInputElement>(null);
  const [begun, setBegun] = useState<number>();
  const isShown = canCall && can('TICKETS:REPLY');
  // It comes after the focus was set where the server has only now told that one may call.
  useEffect(() => {
    if (isShown) typing.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  const number = toDialableNumber(typed);
  const isOn = call !== null && call.state !== 'ended';
  const word = wordOf(call);
  const isTold = isOn || call?.call_id === begun;
  const isIncomplete = typed.trim() !== '' && number === null && !isOn;
  const place = async () => {
    if (number === null || isOn || isAsking) return;
    const made = await dial({ number });
    if (made) setBegun(made.call_id);
  };
  return (
    <form
      className={classes['dial']}
      onSubmit={(event) => {
        event.preventDefault();
        void place();
      }}
    >
      <TextInput
        ref={typing}
        data-autofocus
        type="tel"
        autoComplete="off"
        label={t('dial.number')}
        size="sm"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PhoneKeys
        isWide
        keys={KEYS}
        onPress={(key) => {
          setTyped((before) => before + key);
          typing.current?.focus();
        }}
      />
      <Button
        type="submit"
        size="sm"
        disabled={number === null || isOn}
        loading={isAsking}
        leftSection={<IconPhone size={16} stroke={1.75} aria-hidden />}
      >
        {t('dial.call')}
      </Button>
      <p className={classes['state']} role="status">
        {isIncomplete ? t('dial.incomplete') : isTold && word && words(`state.${word}`)}
      </p>
    </form>
  );
}

const wordOf = (call: PhoneDial | null) =>
  call?.outcome && call.outcome !== 'answered' ? call.outcome : call?.state;
