import { ActionIcon, Button } from '@mantine/core';
import { IconCalendarTime, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { PlanPerson, ShiftPlan } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { calendarDate } from '#shared/lib/format.ts';
import page from '#shared/ui/layout/figure-page.module.css';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { DepartmentSelect } from '../activity/department-select.tsx';
import { CopyWeekDrawer } from './copy-week-drawer.tsx';
import { DayDrawer } from './day-drawer.tsx';
import { ImportDrawer } from './import-drawer.tsx';
import { useShiftPlan } from './plan-api.ts';
import { daysLater } from './plan-days.ts';
import { PlanGrid } from './plan-grid.tsx';
import classes from './shifts.module.css';
import { ToleranceField } from './tolerance-field.tsx';

type Props = {
  day: string;
  department: number | undefined;
  onChange: (patch: { day?: string | undefined; department?: number | undefined }) => void;
};
type Open = { what: 'copy' | 'import' } | { what: 'day'; person: PlanPerson; day: string };

/** The shift plan, week by week. */
export function PlanView({ day, department, onChange }: Props) {
  const { t } = useTranslation('reporting/shifts');
  const { can } = useSession();
  const { data, error, refetch } = useShiftPlan(day, department);
  const [open, setOpen] = useState<Open | null>(null);
  const mayEdit = can('USER-ACTIVITY:EDIT');
  return (
    <>
      <div className={page['tools']}>
        <WeekMover day={day} days={data?.days ?? []} onChange={(next) => onChange({ day: next })} />
        <DepartmentSelect value={department} onChange={(value) => onChange({ department: value })} />
        {mayEdit && (
          <>
            <Button size="xs" variant="default" onClick={() => setOpen({ what: 'copy' })}>
              {t('copy-week')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setOpen({ what: 'import' })}>
              {t('import')}
            </Button>
          </>
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons rows={8} height={44} />}
      {data && (
        <Plan
          plan={data}
          onOpen={mayEdit ? (person, on) => setOpen({ what: 'day', person, day: on }) : undefined}
        />
      )}
      {data && open && (
        <OpenDrawer open={open} days={data.days} department={department} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

type MoverProps = { day: string; days: readonly string[]; onChange: (day: string) => void };

function WeekMover({ day, days, onChange }: MoverProps) {
  const { t } = useTranslation('reporting/shifts');
  return (
    <div className={classes['week']}>
      <ActionIcon aria-label={t('previous')} onClick={() => onChange(daysLater(day, -7))}>
        <IconChevronLeft size={18} stroke={1.75} />
      </ActionIcon>
      <b>{t('week', { from: calendarDate(days[0] ?? day), until: calendarDate(days.at(-1) ?? day) })}</b>
      <ActionIcon aria-label={t('next')} onClick={() => onChange(daysLater(day, 7))}>
        <IconChevronRight size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}

type PlanProps = { plan: ShiftPlan; onOpen: ((person: PlanPerson, day: string) => void) | undefined };

function Plan({ plan, onOpen }: PlanProps) {
  const { t } = useTranslation('reporting/shifts');
  if (plan.people.length === 0)
    return <EmptyState icon={IconCalendarTime} title={t('nobody')} hint={t('nobody-hint')} />;
  return (
    <>
      <PlanGrid plan={plan} onOpen={onOpen} />
      <ToleranceField key={plan.tolerance_seconds} plan={plan} canEdit={onOpen !== undefined} />
    </>
  );
}

type DrawerProps = {
  open: Open;
  days: readonly string[];
  department: number | undefined;
  onClose: () => void;
};

function OpenDrawer({ open, days, department, onClose }: DrawerProps) {
  switch (open.what) {
    case 'day':
      return <DayDrawer person={open.person} day={open.day} days={days} onClose={onClose} />;
    case 'copy':
      return <CopyWeekDrawer days={days} department={department} onClose={onClose} />;
    case 'import':
      return <ImportDrawer onClose={onClose} />;
  }
}
