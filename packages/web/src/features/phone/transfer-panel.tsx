import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Activity, listPhoneTargets } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { currentPhoneLine } from './phone-control.ts';
import classes from './phone.module.css';

type Target = { key: string; name: string; number: string; note: string; canAsk: boolean; isBusy?: boolean };

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
  const own: Target = { key: 'typed', name: typed, number: typed, note: t('typed'), canAsk: true };
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
        {all.map(({ key, name, number, note, canAsk, isBusy }) => (
          <li key={key}>
            <span className={classes['target']} dir="auto">
              {name} <small>{note}</small>
            </span>
            {canAsk && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={isBusy}
                aria-label={t('askOf', { name })}
                onClick={() => {
                  onDone();
                  void currentPhoneLine()?.ask(number);
                }}
              >
                {t('ask')}
              </Button>
            )}
            <Button
              size="compact-sm"
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
  const { data } = useQuery({
    queryKey: ['phone', 'targets'],
    queryFn: ({ signal }) => call(listPhoneTargets, { signal }),
    // Fetched anew each time, because availability changes quickly.
    staleTime: 0,
  });
  const people = data?.data.people ?? [];
  const isThere = (activity: number) => activity === Activity.ready;
  return [
    ...people
      .filter(({ id }) => id !== user.id)
      .toSorted((a, b) => Number(isThere(b.user_activity_id)) - Number(isThere(a.user_activity_id)))
      .map((person) => ({
        key: `person-${person.id}`,
        name: person.fullname,
        number: person.extension,
        note: `${person.extension} · ${nameOf(person)}`,
        canAsk: true,
        // Colleagues in wrap-up or after-call work get no calls.
        isBusy: person.activity_cause !== null,
      })),
    ...(data?.data.queues ?? []).map((queue) => ({
      key: `queue-${queue}`,
      name: queue,
      number: `${TO_QUEUE}${queue}`,
      note: t('queue'),
      canAsk: false,
    })),
  ];
}
