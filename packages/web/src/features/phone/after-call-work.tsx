import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, AFTER_CALL_OUTCOMES, readAfterCall, type AfterCall } from '@trunkline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { ENDS, useFocusAfterWindow, useWindowFocus } from '#shared/lib/keys/use-window-focus.ts';
import { stopwatchText } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { SaveState } from '#shared/ui/states/save-state.tsx';
import classes from './after-call-work.module.css';
import { useAfterCall, type AfterCallBody } from './use-after-call.ts';
import { useCaller } from './use-caller.ts';

/** The form for outcome and notes after a telephone call, shown for the duration of after-call work. */
export function AfterCallWork() {
  const { user } = useSession();
  const isOn = user.user_activity_id === Activity.afterCallWork;
  const { data } = useQuery({
    queryKey: ['phone', 'after-call', user.activity_since],
    queryFn: ({ signal }) => call(readAfterCall, { signal }),
    enabled: isOn,
    staleTime: Infinity,
  });
  return isOn && data?.data ? <Form key={data.data.call_id} work={data.data} /> : null;
}

function Form({ work }: { work: AfterCall }) {
  const { t } = useTranslation('phone');
  const { written, change, status, finish, isFinishing } = useAfterCall(work);
  const part = useRef<HTMLElement>(null);
  useWindowFocus(part);
  useFocusAfterWindow(part);
  return (
    <section ref={part} tabIndex={-1} className={classes['card']} aria-label={t('after.title')}>
      <Head work={work} />
      <Outcomes chosen={written.outcome} onChoose={(outcome) => change({ ...written, outcome })} />
      <Textarea
        label={t('after.notes')}
        description={t('after.notesText')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={4000}
        value={written.notes}
        onChange={(event) => change({ ...written, notes: event.currentTarget.value })}
      />
      <div className={classes['foot']}>
        <SaveState status={status} />
        <Button size="sm" loading={isFinishing} onClick={finish} {...ENDS}>
          {t('after.done')}
        </Button>
      </div>
    </section>
  );
}

function Head({ work: { number, ticket_id: ticketId } }: { work: AfterCall }) {
  const { t } = useTranslation('phone');
  const { can, user } = useSession();
  const { name } = useCaller(number);
  return (
    <header className={classes['head']}>
      <h2>{t('after.title')}</h2>
      <span dir="auto">{name || t('withheld')}</span>
      {ticketId !== null && can('TICKETS:VIEW') && (
        <Link to="/tickets/detail" search={{ id: ticketId }}>
          {t('ticket')}
        </Link>
      )}
      {user.activity_ends_at && <Left endsAt={user.activity_ends_at} />}
    </header>
  );
}

function Left({ endsAt }: { endsAt: string }) {
  const { t } = useTranslation('phone');
  const left = Math.max(0, Math.ceil((Date.parse(endsAt) - useNow()) / 1000));
  return (
    <time className={classes['left']} data-little={left <= 10 || undefined}>
      {t('after.left', { time: stopwatchText(left) })}
    </time>
  );
}

type OutcomesProps = {
  chosen: AfterCallBody['outcome'];
  onChoose: (outcome: AfterCallBody['outcome']) => void;
};

function Outcomes({ chosen, onChoose }: OutcomesProps) {
  const { t } = useTranslation('phone');
  return (
    <fieldset className={classes['outcomes']}>
      <legend>{t('after.outcome')}</legend>
      {AFTER_CALL_OUTCOMES.map((outcome) => (
        <label key={outcome}>
          <input
            type="radio"
            name="after-call-outcome"
            checked={chosen === outcome}
            onChange={() => onChoose(outcome)}
          />
          {t(`after.outcomes.${outcome}`)}
        </label>
      ))}
    </fieldset>
  );
}
