import { ActionIcon, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import {
  copyShifts,
  setPlannedDay,
  SHIFT_BREAKS_MAX,
  SHIFTS_A_DAY_MAX,
  type PlannedShift,
  type PlanPerson,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { calendarDate, calendarDay } from '#shared/lib/format.ts';
import { usePlanning } from './plan-api.ts';
import { PlanDrawer } from './plan-drawer.tsx';
import classes from './shifts.module.css';

type Props = { person: PlanPerson; day: string; days: readonly string[]; onClose: () => void };

const NEW_SHIFT: PlannedShift = { start: '08:00', end: '17:00', breaks: [{ start: '12:00', end: '13:00' }] };
const NEW_BREAK = { start: '12:00', end: '13:00' };

/** The shifts of one person that begin on one day; they can be applied to other days of the week as well. */
export function DayDrawer({ person, day, days, onClose }: Props) {
  const { t } = useTranslation('reporting/shifts');
  const { isBusy, plan } = usePlanning();
  const known = person.days.find((one) => one.day === day)?.shifts ?? [];
  const [shifts, setShifts] = useState<readonly PlannedShift[]>(known.length > 0 ? known : [NEW_SHIFT]);
  const [others, setOthers] = useState<readonly string[]>([]);
  const change = (index: number, shift: PlannedShift) =>
    setShifts(shifts.map((one, at) => (at === index ? shift : one)));
  async function save(): Promise<void> {
    const params = { id: person.user_id, day };
    const isSaved = await plan(async () => {
      await call(setPlannedDay, { params, body: { shifts: [...shifts] } });
      for (const other of others)
        await call(copyShifts, {
          body: {
            from: day,
            to: other,
            days: 1,
            user_id: person.user_id,
            department_id: null,
            replaces: true,
          },
        });
      return t('saved');
    });
    if (isSaved) onClose();
  }
  return (
    <PlanDrawer
      title={`${person.fullname}, ${calendarDate(day)}`}
      action={t('save')}
      isBusy={isBusy}
      onSubmit={save}
      onClose={onClose}
    >
      {shifts.length === 0 && <p className={classes['dim']}>{t('no-shift')}</p>}
      {shifts.map((shift, index) => (
        <ShiftFields
          // oxlint-disable-next-line react/no-array-index-key -- shifts have no name of their own, and stay in their order
          key={index}
          shift={shift}
          onChange={(next) => change(index, next)}
          onRemove={() => setShifts(shifts.filter((_, at) => at !== index))}
        />
      ))}
      {shifts.length < SHIFTS_A_DAY_MAX && (
        <Button size="compact-sm" variant="default" onClick={() => setShifts([...shifts, NEW_SHIFT])}>
          {t('add-shift')}
        </Button>
      )}
      <p className={classes['dim']}>{t('night-hint')}</p>
      {shifts.length > 0 && (
        <Checkbox.Group label={t('same-on')} value={[...others]} onChange={setOthers}>
          <Group gap={12} mt={8}>
            {days
              .filter((other) => other !== day)
              .map((other) => (
                <Checkbox key={other} value={other} label={calendarDay(other)} />
              ))}
          </Group>
        </Checkbox.Group>
      )}
    </PlanDrawer>
  );
}

type FieldsProps = { shift: PlannedShift; onChange: (shift: PlannedShift) => void; onRemove: () => void };

function ShiftFields({ shift, onChange, onRemove }: FieldsProps) {
  const { t } = useTranslation('reporting/shifts');
  const { breaks } = shift;
  const setBreak = (index: number, own: Partial<PlannedShift['breaks'][number]>) =>
    onChange({ ...shift, breaks: breaks.map((one, at) => (at === index ? { ...one, ...own } : one)) });
  return (
    <fieldset className={classes['shift']}>
      <legend>{t('shift')}</legend>
      <Span
        span={shift}
        onChange={(own) => onChange({ ...shift, ...own })}
        onRemove={onRemove}
        what="shift"
      />
      {breaks.map((one, index) => (
        <Span
          // oxlint-disable-next-line react/no-array-index-key -- breaks have no name of their own, and stay in their order
          key={index}
          span={one}
          onChange={(own) => setBreak(index, own)}
          onRemove={() => onChange({ ...shift, breaks: breaks.filter((_, at) => at !== index) })}
          what="break"
        />
      ))}
      {breaks.length < SHIFT_BREAKS_MAX && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => onChange({ ...shift, breaks: [...breaks, NEW_BREAK] })}
        >
          {t('add-break')}
        </Button>
      )}
    </fieldset>
  );
}

type SpanProps = {
  span: { start: string; end: string };
  what: 'shift' | 'break';
  onChange: (span: { start?: string; end?: string }) => void;
  onRemove: () => void;
};

function Span({ span, what, onChange, onRemove }: SpanProps) {
  const { t } = useTranslation('reporting/shifts');
  return (
    <div className={classes['span']}>
      {(['start', 'end'] as const).map((edge) => (
        <TextInput
          key={edge}
          required
          type="time"
          label={t(`${what}-${edge}`)}
          value={span[edge]}
          onChange={({ currentTarget: { value } }) => onChange({ [edge]: value })}
        />
      ))}
      <ActionIcon aria-label={t(`remove-${what}`)} onClick={onRemove}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}
