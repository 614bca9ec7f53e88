import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { durationWords, exactTime } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { SlaRing } from '#shared/ui/sla-ring.tsx';
import { useOpenTicket } from '../ticket-context.ts';
import { clocksOf } from '../sla.ts';
import classes from './clocks.module.css';
import context from './context.module.css';
import { Section } from './section.tsx';

const between = (from: string, to: string) => durationWords((Date.parse(to) - Date.parse(from)) / 1000);

/** How long the customer has waited and what is due when, in words. */
export function Clocks() {
  const { t } = useTranslation('tickets');
  const { ticket } = useOpenTicket().detail;
  const now = useNow(10_000);
  const clocks = clocksOf(ticket);
  const isEmpty =
    clocks.length === 0 && !ticket.first_response_at && !ticket.solved_at && !ticket.waiting_since;
  return (
    <Section title={t('sla.title')}>
      <ul className={classes['list']}>
        {ticket.waiting_since && (
          <Line
            name={t('sla.waiting')}
            words={t('sla.waitingFor', {
              time: durationWords((now - Date.parse(ticket.waiting_since)) / 1000),
            })}
            at={ticket.waiting_since}
          />
        )}
        {clocks.map((clock) => {
          const due = Date.parse(clock.due);
          const words = t(due > now ? 'sla.due' : 'sla.overdue', {
            time: durationWords(Math.abs(due - now) / 1000),
          });
          return (
            <Line
              key={clock.kind}
              name={t(`sla.${clock.kind}`)}
              words={words}
              at={clock.due}
              late={due <= now}
              ring={<SlaRing start={clock.start} due={clock.due} now={now} label={words} />}
            />
          );
        })}
        {ticket.first_response_at && (
          <Line
            name={t('sla.first_response')}
            words={t('sla.met', { time: between(ticket.created_at, ticket.first_response_at) })}
            at={ticket.first_response_at}
          />
        )}
        {ticket.solved_at && (
          <Line
            name={t('sla.resolution')}
            words={t('sla.solvedIn', { time: between(ticket.created_at, ticket.solved_at) })}
            at={ticket.solved_at}
          />
        )}
      </ul>
      {isEmpty && <p className={context['empty']}>{t('sla.none')}</p>}
    </Section>
  );
}

type LineProps = { name: string; words: string; at: string; late?: boolean; ring?: ReactNode };

function Line({ name, words, at, late = false, ring }: LineProps) {
  return (
    <li className={classes['line']} data-late={late || undefined}>
      <span className={classes['ring']}>{ring}</span>
      <span>{name}</span>
      <time dateTime={at} title={exactTime(at)}>
        {words}
      </time>
    </li>
  );
}
