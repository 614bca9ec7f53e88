import { lazyPart } from '#shared/loading/lazy-part.ts';
import { useSession } from '#shared/api/session.ts';
import { type SearchPatch, useSearchPatch } from '#shared/lib/search/use-search-patch.ts';
import { clockTime, workTimeText } from '#shared/lib/format.ts';
import { readActivitySearch, type ActivitySearch } from '#shared/lib/search/report-search.ts';
import { timeZoneStore } from '#shared/lib/time-zone.ts';
import plain from '#shared/listing/plain-table.module.css';
import page from '#shared/ui/layout/figure-page.module.css';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { ActionIcon, Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconClockHour9 } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { currentDayIn, REPORTS, type ActivityDay, type ActivityDays } from '@trunkline/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityDay } from '../api.ts';
import { ExportMenu } from '../exports/export-menu.tsx';
import classes from './activity.module.css';
import { DayLegend } from './day-legend.tsx';
import { DepartmentSelect } from './department-select.tsx';
import { axisOf, secondsOverLimit, positionOn, type DayAxis } from './day-axis.ts';
import { Findings } from './findings.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { useStretchName } from './use-stretch-name.ts';

const DAY_MS = 86_400_000;
const PlanView = lazyPart(() =>
  import('../shifts/plan-view.tsx').then((module) => ({ default: module.PlanView })),
);

/** The agents' activity by day, and the shift plan. */
export function UserActivityPage() {
  const { t } = useTranslation('reporting');
  const search = readActivitySearch(useLocation().search);
  const patchSearch = useSearchPatch<ActivitySearch>();
  const change = (patch: SearchPatch<ActivitySearch>) => patchSearch(patch, { replace: true });
  const [now] = useState(() => Date.now());
  const today = currentDayIn(timeZoneStore.get(), now);
  const props = { search, today, onChange: change };
  return (
    <div className={page['page']}>
      {search.view === 'plan' ? (
        <>
          <PageTitle title={t('activity.title')}>
            <ViewSwitch {...props} />
          </PageTitle>
          <div className={page['scroll']}>
            <Suspense fallback={<Skeletons rows={8} height={44} />}>
              <PlanView day={search.day ?? today} department={search.department} onChange={change} />
            </Suspense>
          </div>
        </>
      ) : (
        <DayView {...props} />
      )}
    </div>
  );
}

type ViewProps = {
  search: ActivitySearch;
  today: string;
  onChange: (patch: SearchPatch<ActivitySearch>) => void;
};

function ViewSwitch({ search, today, onChange }: ViewProps) {
  const { t } = useTranslation('reporting');
  const { day, view = 'day' } = search;
  // A future day has a plan but no activity.
  const past = day !== undefined && day > today ? undefined : day;
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('activity.view')}
      data={(['day', 'plan'] as const).map((value) => ({ value, label: t(`activity.views.${value}`) }))}
      value={view}
      onChange={(value) =>
        onChange(value === 'plan' ? { view: 'plan', id: undefined } : { view: undefined, day: past })
      }
    />
  );
}

/** The activity of all agents on one day, to the second. */
function DayView(props: ViewProps) {
  const { search, today, onChange: change } = props;
  const { t } = useTranslation('reporting');
  const day = search.day ?? today;
  const activity = useActivityDay(day, search.department, day === today);
  const move = (days: number) => {
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
    change({ day: next === today ? undefined : next });
  };
  const { data, error } = activity;
  const open = data?.people.find(({ user_id: id }) => id === search.id);
  return (
    <>
      <PageTitle
        title={t('activity.title')}
        note={data && t('as-of', { time: clockTime(data.at), zone: data.time_zone })}
      >
        <ViewSwitch {...props} />
        <DayExport day={day} department={search.department} />
      </PageTitle>
      <div className={page['scroll']}>
        <div className={page['tools']}>
          <div className={classes['day']}>
            <ActionIcon aria-label={t('activity.previous')} onClick={() => move(-1)}>
              <IconChevronLeft size={18} stroke={1.75} />
            </ActionIcon>
            <TextInput
              type="date"
              size="xs"
              aria-label={t('activity.day')}
              value={day}
              max={today}
              onChange={({ currentTarget: { value } }) => value && change({ day: value })}
            />
            <ActionIcon aria-label={t('activity.next')} disabled={day >= today} onClick={() => move(1)}>
              <IconChevronRight size={18} stroke={1.75} />
            </ActionIcon>
            {day !== today && (
              <Button size="xs" variant="subtle" onClick={() => change({ day: undefined })}>
                {t('activity.today')}
              </Button>
            )}
          </div>
          <DepartmentSelect value={search.department} onChange={(department) => change({ department })} />
        </div>
        <Findings onOpen={(finding) => change({ day: finding.day, id: finding.user_id })} />
        {error && !data && <ErrorState error={error} onRetry={() => void activity.refetch()} />}
        {!data && !error && <Skeletons rows={8} height={44} />}
        {data?.people.length === 0 && (
          <div className={page['state']}>
            <EmptyState icon={IconClockHour9} title={t('activity.nobody')} hint={t('activity.nobody-hint')} />
          </div>
        )}
        {data && data.people.length > 0 && (
          <>
            <Days days={data} onOpen={(id) => change({ id })} />
            <DayLegend people={data.people} />
          </>
        )}
      </div>
      {data && open && (
        <PersonDrawer
          key={open.user_id}
          person={open}
          days={data}
          onClose={() => change({ id: undefined })}
        />
      )}
    </>
  );
}

/** Exports the day as the report of user activity has it, for whoever may see that. */
function DayExport({ day, department }: { day: string; department: number | undefined }) {
  const { can } = useSession();
  if (!can('REPORT_USER_ACTIVITY:VIEW')) return null;
  const query = { from: day, until: day, group: 'agent' };
  return (
    <ExportMenu
      definition={REPORTS.user_activity}
      query={department === undefined ? query : { ...query, department_id: String(department) }}
    />
  );
}

const TOTALS = ['signed-in', 'ready', 'calls', 'wrap-up', 'break'] as const;

function Days({ days, onOpen }: { days: ActivityDays; onOpen: (id: number) => void }) {
  const { t } = useTranslation('reporting');
  const axis = axisOf(days);
  return (
    <div className={plain['wide']} tabIndex={0} role="region" aria-label={t('activity.title')}>
      <table className={`${plain['table']} ${classes['days']}`}>
        <thead>
          <tr>
            <th scope="col">{t('activity.person')}</th>
            <th scope="col" className={classes['line']}>
              <span className={classes['hidden']}>{t('activity.line')}</span>
              <Marks axis={axis} />
            </th>
            {TOTALS.map((total) => (
              <th key={total} scope="col">
                {t(`activity.total.${total}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.people.map((person) => (
            <PersonRow key={person.user_id} person={person} axis={axis} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Marks = ({ axis }: { axis: DayAxis }) => (
  <span className={classes['marks']} aria-hidden>
    {axis.marks.slice(0, -1).map((mark) => (
      <span key={mark} style={{ left: positionOn(axis, { from: iso(mark), until: iso(mark) }).left }}>
        {clockTime(mark)}
      </span>
    ))}
  </span>
);

const iso = (ms: number): string => new Date(ms).toISOString();

type RowProps = { person: ActivityDay; axis: DayAxis; onOpen: (id: number) => void };

function PersonRow({ person, axis, onOpen }: RowProps) {
  const { t } = useTranslation('reporting');
  const nameOf = useStretchName();
  const { user_id: id, fullname, is_left: isLeft, stretches, calls, seconds } = person;
  const over = secondsOverLimit(person);
  const figures: Record<(typeof TOTALS)[number], number> = {
    'signed-in': person.signed_in_seconds,
    ready: (seconds['6'] ?? 0) + (seconds['2'] ?? 0),
    calls: (seconds['7'] ?? 0) + (seconds['11'] ?? 0) + (seconds['18'] ?? 0),
    'wrap-up': seconds['wrap_up'] ?? 0,
    break: seconds['3'] ?? 0,
  };
  return (
    <tr>
      <th scope="row">
        <button type="button" onClick={() => onOpen(id)}>
          {isLeft ? t('left', { name: fullname }) : fullname}
        </button>
      </th>
      <td className={classes['line']}>
        <div className={classes['bars']} aria-hidden>
          {stretches.map((one) => (
            <span
              key={one.from}
              data-activity={one.activity_cause ?? one.user_activity_id}
              data-over={one.over_seconds > 0 || undefined}
              style={positionOn(axis, one)}
              title={`${nameOf(one)}, ${clockTime(one.from)} – ${clockTime(one.until)}`}
            />
          ))}
          {calls.map((call) => (
            <span
              key={`${call.from} ${call.ticket_id}`}
              className={classes['call']}
              style={positionOn(axis, call)}
              title={`${call.customer_name ?? t('activity.call')}, ${clockTime(call.from)} – ${clockTime(call.until)}`}
            />
          ))}
        </div>
      </td>
      {TOTALS.map((total) => (
        <td key={total} data-over={(total === 'break' && over > 0) || undefined}>
          {figures[total] > 0 ? workTimeText(figures[total]) : '–'}
          {total === 'break' && over > 0 && <small>{t('activity.over', { time: workTimeText(over) })}</small>}
        </td>
      ))}
    </tr>
  );
}
