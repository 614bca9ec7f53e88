import { Button } from '@mantine/core';
import { IconPhone, IconPhoneOff, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { expectedRing } from '#shared/dialing/expected-call.ts';
import { useOwnCall } from '#shared/dialing/use-own-call.ts';
import { notifyWhileRinging } from '#shared/lib/notifications.ts';
import { useStore } from '#shared/lib/store.ts';
import { playSound } from '#shared/lib/sounds/sound.ts';
import { SOUNDS } from '#shared/lib/sounds/sounds.ts';
import { ENDS } from '#shared/lib/keys/use-window-focus.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { RingingDialog } from '#shared/ui/dialogs/ringing-dialog.tsx';
import type { LineCall } from './line/phone.ts';
import { escortedCall, currentPhoneLine } from './phone-control.ts';
import classes from './phone.module.css';
import { useCaller, useSubject } from './use-caller.ts';

/** The dialog of an incoming telephone call, with links to customer and ticket. Only its two buttons close it. */
export function IncomingCall({ call }: { call: LineCall }) {
  const { t } = useTranslation('phone');
  const { name, customerId, ticketId, queue, transferredBy } = useCaller(call.number);
  const subject = useSubject(ticketId);
  const isAnswering = call.phase === 'answering';
  useRinging(!isAnswering);
  const title = t('incoming');
  const body = name || t('withheld');
  useEffect(
    () => (isAnswering ? undefined : notifyWhileRinging(title, { body, tag: 'phone-call' })),
    [isAnswering, title, body],
  );
  useAnswerOwnCall(call);
  return (
    <RingingDialog
      title={title}
      caller={body}
      onAnswer={isAnswering ? null : () => currentPhoneLine()?.answer()}
    >
      <div className={classes['incoming']}>
        {/\p{L}/u.test(name) ? (
          <Avatar name={name} size={72} />
        ) : (
          <span className={classes['stranger']} aria-hidden>
            <IconUser size={36} stroke={1.5} />
          </span>
        )}
        <p className={classes['caller']} dir="auto">
          {name || t('withheld')}
        </p>
        {!isSameNumber(name, call.number) && <p className={classes['number']}>{call.number}</p>}
        {queue !== '' && <p className={classes['number']}>{t('inQueue', { queue })}</p>}
        {transferredBy !== '' && (
          <p className={classes['number']}>{t('transferredBy', { extension: transferredBy })}</p>
        )}
        <p className={classes['links']}>
          {ticketId !== null && (
            <Link to="/tickets/detail" search={{ id: ticketId }}>
              {subject || t('ticket')}
            </Link>
          )}
          {customerId !== null && (
            <Link to="/customers" search={{ id: customerId }}>
              {t('history')}
            </Link>
          )}
        </p>
        <div className={classes['choice']}>
          <Button
            variant="default"
            {...ENDS}
            leftSection={<IconPhoneOff size={18} stroke={1.75} aria-hidden />}
            onClick={() => currentPhoneLine()?.hangUp()}
          >
            {t('reject')}
          </Button>
          <Button
            {...ENDS}
            leftSection={<IconPhone size={18} stroke={1.75} aria-hidden />}
            loading={isAnswering}
            onClick={() => currentPhoneLine()?.answer()}
          >
            {t('answer')}
          </Button>
        </div>
      </div>
    </RingingDialog>
  );
}

/** Whether a customer without a name is called by their number, in whatever spelling. */
function isSameNumber(name: string, number: string): boolean {
  const [a, b] = [name, number].map((text) => text.replaceAll(/\D/g, '').replace(/^0+/, ''));
  return name === number || (!/\p{L}/u.test(name) && Boolean(b) && a?.endsWith(b ?? '') === true);
}

/**
 * Answers a call that the user has just asked for without ringing. Both the gateway and the server must confirm it,
 * because a caller can fake a number.
 */
function useAnswerOwnCall({ isOwn, phase, number }: LineCall): void {
  const { call: asked } = useOwnCall();
  const attended = useStore(escortedCall);
  const taken = useStore(expectedRing);
  const isDialled = asked?.state === 'ringing_you' && asked.number === number;
  const isTaken = taken !== null && taken.number === number && Date.now() < taken.until;
  const isAsked = (isOwn && (isDialled || attended?.state === 'ringing_you')) || isTaken;
  useEffect(() => {
    if (isAsked && phase === 'ringing') currentPhoneLine()?.answer();
  }, [isAsked, phase]);
}

function useRinging(isRinging: boolean): void {
  useEffect(() => {
    if (!isRinging) return undefined;
    playSound('call');
    const timer = setInterval(() => playSound('call'), SOUNDS.call.everyMs);
    return () => clearInterval(timer);
  }, [isRinging]);
}
