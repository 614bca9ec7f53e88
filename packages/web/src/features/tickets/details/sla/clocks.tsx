import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Popover } from '@mantine/core';
import type { SlaClock } from '@trunkline/contract';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { durationText, exactTime, workTimeText } from '#shared/lib/format.ts';
import { nearTime } from '#shared/lib/near-time.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { SlaRing } from '#shared/ui/marks/sla-ring.tsx';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { clockStateOf } from '#features/tickets/sla/sla.ts';
import { useSla, type TicketSlaState } from '#features/tickets/sla/use-sla.ts';
import classes from './clocks.module.css';
import context from '../details.module.css';
import { Section } from '../section.tsx';

// Loaded on demand, because the explanation is rarely opened.
const SlaStory = lazyPart(() =>
  import('./sla-entries.tsx').then((module) => ({ default: module.SlaEntries })),
);

/** The ticket's SLA targets: time waited, time left, and on demand the explanation. */
export function Clocks() {
  const { t } = useTranslation('tickets');
  const { ticket } = useOpenTicket().detail;
  const now = useNow(10_000);
  const sla = useSla(ticket);
  const clocks = sla?.clocks ?? [];
  return (
    <Section
      title={t('sla.title')}
      action={sla && sla.entries.length > 0 && <Why key={ticket.id} entries={sla.entries} />}
    >
      <ul className={classes['list']}>
        {ticket.waiting_since && (
          <Line
            name={t('sla.waiting')}
            words={t('sla.waitingFor', {
              time: durationText((now - Date.parse(ticket.waiting_since)) / 1000, 'minute'),
            })}
            title={exactTime(ticket.waiting_since)}
            at={ticket.waiting_since}
          />
        )}
        {clocks.map((clock) => (
          <ClockLine key={clock.kind} clock={clock} entries={sla?.entries ?? []} now={now} />
        ))}
      </ul>
      {sla && clocks.length === 0 && !ticket.waiting_since && (
        <p className={context['empty']}>{t('sla.none')}</p>
      )}
    </Section>
  );
}

type ClockProps = { clock: SlaClock; entries: TicketSlaState['entries']; now: number };

function ClockLine({ clock, entries, now }: ClockProps) {
  const { t } = useTranslation('tickets');
  const { words, ms, isLate } = clockStateOf(clock, now, entries);
  // Overdue time and time outside of office hours are real time; all other times are working time.
  const toWords = words === 'overdue' || words === 'solvedOutside' ? durationText : workTimeText;
  const at = clock.ended_at ?? clock.due_at ?? clock.started_at;
  const time = toWords(ms / 1000, 'minute');
  const text = t(`sla.${words}`, { time, when: nearTime(at, now) });
  const isRunning = clock.ended_at === null && clock.state !== 'paused' && clock.due_at !== null;
  return (
    <Line
      name={t(`sla.${clock.kind}`)}
      words={text}
      title={words === 'dueAt' ? t('sla.leftWork', { time, exact: exactTime(at) }) : exactTime(at)}
      at={at}
      late={isLate}
      ring={isRunning && <SlaRing start={clock.started_at} due={clock.due_at ?? ''} now={now} label={text} />}
    />
  );
}

function Why({ entries }: Pick<TicketSlaState, 'entries'>) {
  const { t } = useTranslation('tickets');
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={context['link']}
          aria-expanded={opened}
          aria-label={t('sla.whyLabel')}
          onClick={() => setOpened(!opened)}
        >
          {t('sla.why')}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('sla.whyLabel')} className={classes['story'] ?? ''}>
        <Suspense>
          <SlaStory entries={entries} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

type LineProps = {
  name: string;
  words: string;
  title: string;
  at: string;
  late?: boolean;
  ring?: ReactNode;
};

function Line({ name, words, title, at, late = false, ring }: LineProps) {
  return (
    <li className={classes['line']} data-late={late || undefined}>
      <span className={classes['ring']}>{ring}</span>
      <span>{name}</span>
      <time dateTime={at} title={title}>
        {words}
      </time>
    </li>
  );
}
