import { Button, TextInput } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { toDialableNumber } from '@trunkline/contract';
import { useRef, useState } from 'react';
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
  if (!canCall || !can('TICKETS:REPLY')) return null;
  const number = toDialableNumber(typed);
  const isOn = call !== null && call.state !== 'ended';
  const word = call?.outcome && call.outcome !== 'answered' ? call.outcome : call?.state;
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
        {(isOn || call?.call_id === begun) && word && words(`state.${word}`)}
      </p>
    </form>
  );
}
