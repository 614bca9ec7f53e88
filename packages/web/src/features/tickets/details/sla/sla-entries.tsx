import { SLA_KINDS, type SlaEntry } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { clockTime, exactTime, shortDate, workTimeText } from '#shared/lib/format.ts';
import { useTicketNames, type TicketNames } from '#shared/tickets/names.ts';
import classes from './sla-entries.module.css';

type Words = (key: string, values?: Record<string, unknown>) => string;

/** Lists every start, pause and end of the ticket's SLA targets with its time and reason. */
export function SlaEntries({ entries }: { entries: readonly SlaEntry[] }) {
  const { t } = useTranslation('tickets');
  const names = useTicketNames();
  const kinds = SLA_KINDS.filter((kind) => entries.some((entry) => entry.kind === kind));
  return (
    // Focusable, so that the keyboard can scroll it.
    <div className={classes['story']} tabIndex={0} role="group" aria-label={t('sla.whyLabel')}>
      {kinds.map((kind) => (
        <section key={kind}>
          <h3>{t(`sla.${kind}`)}</h3>
          <ol>
            {entries
              .filter((entry) => entry.kind === kind)
              .map((entry) => (
                <li key={entry.id} data-step={entry.step}>
                  <p>{textOf(entry, t, names)}</p>
                  <time dateTime={entry.at} title={exactTime(entry.at)}>
                    {`${shortDate(entry.at)}, ${clockTime(entry.at)}`}
                  </time>
                  <p className={classes['detail']}>{detailOf(entry, t)}</p>
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function textOf(entry: SlaEntry, t: Words, names: TicketNames): string {
  const by = entry.by ?? t('event.system');
  const values = {
    by,
    status: names.value('status', entry.status),
    priority: entry.priority,
    hours: entry.office_hours,
  };
  const key =
    entry.cause === 'status' || entry.step === 'changed' ? `${entry.step}_${entry.cause}` : entry.cause;
  return t(`sla.story.${key}`, values);
}

/** Returns the figures of an entry: the time left when a target was paused, or when it is due and out of how much time. */
function detailOf({ step, due_at: due, remaining_ms: left, ...entry }: SlaEntry, t: Words): string {
  const target = workTimeText(entry.target_minutes * 60);
  if (left !== null)
    return t(left < 0 ? 'sla.story.late' : 'sla.story.left', {
      time: workTimeText(Math.abs(left) / 1000),
      target,
    });
  if (step === 'breached') return t('sla.story.target', { target, ...words(entry) });
  const time = due === null ? t('sla.story.never') : `${shortDate(due)}, ${clockTime(due)}`;
  return t('sla.story.due', { time, target, ...words(entry) });
}

const words = ({ priority, office_hours: hours }: Pick<SlaEntry, 'priority' | 'office_hours'>) => ({
  priority,
  hours,
});
