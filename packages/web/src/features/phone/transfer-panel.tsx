import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Activity } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { useSession } from '#shared/api/session.ts';
import { currentPhoneLine } from './phone-control.ts';
import classes from './phone.module.css';
import { phoneTargets } from './use-caller.ts';

type Target = {
  key: string;
  name: string;
  number: string;
  note: string;
  isQueue?: boolean;
  isBusy?: boolean;
};

/** The dial code that transfers to a queue (deploy/asterisk/extensions.conf). */
const TO_QUEUE = '*6';
const NUMBER = /^[+*#\d]{2,20}$/;

/** Chooses to whom the customer is transferred: at once, or after a consultation. */
export function TransferPanel({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('phone');
  const [text, setText] = useState('');
  const targets = useTargets().filter(({ name, number }) =>
    `${name} ${number}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const typed = text.replaceAll(/[\s().-]/g, '');
  const own: Target = { key: 'typed', name: typed, number: typed, note: t('typed') };
  const all = NUMBER.test(typed) && targets.length === 0 ? [own] : targets;
  return (
    <div className={classes['transfer']}>
      <TextInput
        data-autofocus
        label={t('to')}
        size="sm"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={classes['targets']}>
        {all.map(({ key, name, number, note, isQueue = false, isBusy }) => (
          <li key={key}>
            <span className={classes['target']} dir="auto">
              {name} <small>{note}</small>
            </span>
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={t('askOf', { name })}
              onClick={() => {
                onDone();
                void currentPhoneLine()?.ask({ number, name, isQueue });
              }}
            >
              {t('ask')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={t('sendTo', { name })}
              onClick={() => {
                onDone();
                void currentPhoneLine()?.transfer(number);
              }}
            >
              {t('send')}
            </Button>
          </li>
        ))}
        {all.length === 0 && text !== '' && <li className={classes['none']}>{t('nobody')}</li>}
      </ul>
    </div>
  );
}

function useTargets(): Target[] {
  const { t } = useTranslation('phone');
  const { user } = useSession();
  const nameOf = useActivityName();
  // Fetched anew each time, because availability changes quickly.
  const { data } = useQuery({ ...phoneTargets, staleTime: 0 });
  const people = data?.data.people ?? [];
  const colleagues = people.filter(({ id }) => id !== user.id);
  const [ready, others] = [true, false].map((isReady) =>
    colleagues
      .filter((one) => (one.user_activity_id === Activity.ready) === isReady)
      .map((person) => ({
        key: `person-${person.id}`,
        name: person.fullname,
        number: person.extension,
        note: `${person.extension} · ${nameOf(person)}`,
        // Colleagues in wrap-up or after-call work get no calls.
        isBusy: person.activity_cause !== null,
      })),
  );
  const queues = (data?.data.queues ?? []).map((queue) => ({
    key: `queue-${queue}`,
    name: queue,
    number: `${TO_QUEUE}${queue}`,
    note: t('queue'),
    isQueue: true,
  }));
  // Those who can answer at once go before those who may not be there.
  return [...(ready ?? []), ...queues, ...(others ?? [])];
}
