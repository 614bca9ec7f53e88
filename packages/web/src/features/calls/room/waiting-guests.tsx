import { Button } from '@mantine/core';
import type { Meeting } from '@trunkline/call-client';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { playSound } from '#shared/lib/sounds/sound.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { meetings } from '../meeting.ts';
import classes from './waiting-guests.module.css';

type Props = { waiting: Meeting['waiting'] };

/** Guests who wait in the lobby, with the buttons to admit or refuse each. */
export function WaitingGuests({ waiting }: Props) {
  const { t } = useTranslation('calls');
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  if (waiting.length === 0) return null;

  function decide(id: string, name: string, isLetIn: boolean): void {
    setAsked((before) => new Set(before).add(id));
    const allowAgain = () => setAsked((before) => new Set([...before].filter((each) => each !== id)));
    meetings.decide(id, isLetIn).then(allowAgain, () => {
      allowAgain();
      toast(t('people.failed', { name }), { kind: 'failed' });
    });
  }

  return (
    <div className={classes['waiting']} role="alert">
      {waiting.map(({ id, name }) => (
        <div key={id}>
          <span className={classes['says']} dir="auto">
            {t('people.waits', { name })}
          </span>
          <Button size="compact-xs" disabled={asked.has(id)} onClick={() => decide(id, name, true)}>
            {t('people.letIn')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            disabled={asked.has(id)}
            onClick={() => decide(id, name, false)}
          >
            {t('people.refuse')}
          </Button>
        </div>
      ))}
    </div>
  );
}

/** Plays a sound when another guest enters the lobby. */
export function useWaitingGuestSound(waiting: Meeting['waiting']): void {
  const count = waiting.length;
  const [heard, setHeard] = useState(0);
  useEffect(() => {
    if (count > heard) playSound('message');
    setHeard(count);
  }, [count, heard]);
}
