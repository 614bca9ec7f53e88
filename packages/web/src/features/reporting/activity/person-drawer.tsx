import { useSession } from '#shared/api/session.ts';
import { calendarDate, clockTime, exactTime, workTimeText } from '#shared/lib/format.ts';
import plain from '#shared/listing/plain-table.module.css';
import { TicketLink } from '#shared/tickets/ticket-link.tsx';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import type { ActivityDay, ActivityDays, ActivityStretch } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWithdraw } from '../api.ts';
import classes from './activity.module.css';
import { CorrectionForm } from './correction-form.tsx';
import { useStretchName } from './use-stretch-name.ts';

type Props = { person: ActivityDay; days: ActivityDays; onClose: () => void };

/** One agent's day as a list of times, which supervisors can correct. */
export function PersonDrawer({ person, days, onClose }: Props) {
  const { t } = useTranslation('reporting');
  const { can } = useSession();
  const [corrected, setCorrected] = useState<Pick<ActivityStretch, 'from' | 'until'> | null>(null);
  const mayCorrect = can('USER-ACTIVITY:EDIT');
  return (
    <Drawer opened onClose={onClose} title={`${person.fullname}, ${calendarDate(days.day)}`} width={560}>
      {corrected && (
        <CorrectionForm
          key={corrected.from}
          userId={person.user_id}
          day={days}
          during={corrected}
          onClose={() => setCorrected(null)}
        />
      )}
      <Stretches person={person} onCorrect={mayCorrect ? setCorrected : undefined} />
      <Calls person={person} />
      <Corrections person={person} canWithdraw={mayCorrect} />
      {!mayCorrect && <p className={classes['dim']}>{t('activity.no-edit')}</p>}
    </Drawer>
  );
}

type StretchesProps = {
  person: ActivityDay;
  onCorrect: ((during: Pick<ActivityStretch, 'from' | 'until'>) => void) | undefined;
};

function Stretches({ person, onCorrect }: StretchesProps) {
  const { t } = useTranslation('reporting');
  const nameOf = useStretchName();
  return (
    <table className={`${plain['table']} ${classes['stretches']}`}>
      <thead>
        <tr>
          <th scope="col">{t('column.began_at')}</th>
          <th scope="col">{t('column.activity')}</th>
          <th scope="col" data-figure>
            {t('column.seconds')}
          </th>
          {onCorrect && <th scope="col">{t('activity.correct')}</th>}
        </tr>
      </thead>
      <tbody>
        {person.stretches.map((one) => (
          <tr key={one.from}>
            <td title={exactTime(one.from)}>{clockTime(one.from)}</td>
            <td>
              <span
                className={classes['swatch']}
                data-activity={one.activity_cause ?? one.user_activity_id}
                aria-hidden
              />
              {nameOf(one)}
              {one.is_closed_by_system && (
                <small>{t('activity.closed', { time: clockTime(one.until) })}</small>
              )}
              {one.correction_id !== null && <small>{t('activity.corrected')}</small>}
              {one.over_seconds > 0 && (
                <small data-over>{t('activity.over', { time: workTimeText(one.over_seconds) })}</small>
              )}
            </td>
            <td data-figure>{workTimeText((Date.parse(one.until) - Date.parse(one.from)) / 1000)}</td>
            {onCorrect && (
              <td>
                <ActionIcon
                  size={28}
                  aria-label={t('activity.correct-one', { activity: nameOf(one), time: clockTime(one.from) })}
                  onClick={() => onCorrect({ from: one.from, until: one.until })}
                >
                  <IconPencil size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('activity.total.signed-in')}
          </th>
          <td data-figure>{workTimeText(person.signed_in_seconds)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Calls({ person: { calls } }: Pick<Props, 'person'>) {
  const { t } = useTranslation('reporting');
  if (calls.length === 0) return null;
  return (
    <section>
      <h2 className={classes['part']}>{t('activity.calls', { count: calls.length })}</h2>
      <ul className={classes['list']}>
        {calls.map(({ from, until, ticket_id: ticket, customer_name: name }) => (
          <li key={`${from} ${ticket}`}>
            {clockTime(from)} – {clockTime(until)}{' '}
            <TicketLink id={ticket}>{name ?? t('activity.call')}</TicketLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Corrections({ person, canWithdraw }: Pick<Props, 'person'> & { canWithdraw: boolean }) {
  const { t } = useTranslation('reporting');
  const nameOf = useStretchName();
  const withdraw = useWithdraw();
  if (person.corrections.length === 0) return null;
  return (
    <section>
      <h2 className={classes['part']}>{t('activity.corrections')}</h2>
      <ul className={classes['list']}>
        {person.corrections.map((one) => (
          <li key={one.id}>
            {clockTime(one.from)} – {clockTime(one.until)} {nameOf({ ...one, activity_cause: null })}
            <small>
              {t('activity.corrected-by', {
                name: one.corrected_by,
                time: exactTime(one.corrected_at),
                reason: one.reason,
              })}
            </small>
            {canWithdraw && (
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<IconArrowBackUp size={14} aria-hidden />}
                loading={withdraw.isPending && withdraw.variables === one.id}
                onClick={() =>
                  withdraw.mutate(one.id, {
                    onError: () => toast(t('activity.failed'), { kind: 'failed' }),
                  })
                }
              >
                {t('activity.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
