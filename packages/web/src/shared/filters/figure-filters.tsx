import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { useReference } from '#shared/api/session.ts';
import type { FigureSearch } from '#shared/lib/search/figure-search.ts';
import { useTicketKit } from '#shared/tickets/use-ticket-kit.ts';
import { Button, Select, Switch } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import {
  AFTER_CALL_OUTCOMES,
  type Condition,
  type MediaId,
  type ReportFilter,
  TICKET_CONDITIONS,
  ticketConditions,
} from '@trunkline/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConditionChips } from '../listing/chips.tsx';
import { DateRangePicker } from './date-range-picker.tsx';
import classes from './figure-filters.module.css';
import { useReportPeople } from './report-people.ts';

const ConditionBuilder = lazyOverlay(() =>
  import('../listing/condition-builder.tsx').then((later) => ({ default: later.ConditionBuilder })),
);

type Change = { [K in keyof FigureSearch]?: FigureSearch[K] | undefined };
type Props = {
  value: FigureSearch;
  /** The days of the chosen period. */
  days: { from: string; until: string };
  filters: readonly ReportFilter[];
  /** Channels whose accounts are offered. */
  accounts?: readonly MediaId[];
  canCompare?: boolean;
  /** Whether the department at the time and the current one can be chosen between. */
  hasDepartmentsOfThen?: boolean;
  onChange: (change: Change) => void;
  /** Further filters of the page. */
  children?: ReactNode;
};

/** The filters of a page with figures: period, and the page's other filters. */
export function FigureFilters({
  value,
  days,
  filters,
  accounts = [],
  canCompare = true,
  hasDepartmentsOfThen = false,
  onChange,
  children,
}: Props) {
  const { t } = useTranslation('shared/filters');
  const { data: reference } = useReference();
  const has = (filter: ReportFilter) => filters.includes(filter);
  const offered = reference?.channel_accounts.filter(({ media_id: media }) => accounts.includes(media));
  return (
    <>
      <div className={classes['tools']}>
        <DateRangePicker
          canCompare={canCompare}
          value={value}
          onChange={({ range, from, to, compare }) => onChange({ range, from, to, compare })}
        />
        {has('department_id') && (
          <Choice
            label={t('department')}
            options={reference?.departments}
            value={value.department}
            onChange={(department) => onChange({ department })}
          />
        )}
        {has('user_id') && (
          <Person days={days} value={value.agent} onChange={(agent) => onChange({ agent })} />
        )}
        {has('account_id') && (
          <Choice
            label={t('account')}
            options={offered}
            value={value.account}
            onChange={(account) => onChange({ account })}
          />
        )}
        {has('break_reason_id') && (
          <Choice
            label={t('reason')}
            options={reference?.break_reasons}
            value={value.reason}
            onChange={(reason) => onChange({ reason })}
          />
        )}
        {has('outcome') && <Outcome value={value.outcome} onChange={(outcome) => onChange({ outcome })} />}
        {has('where') && <TicketFilter value={value.where} onChange={(where) => onChange({ where })} />}
        {children}
        {hasDepartmentsOfThen && (
          <Switch
            className={classes['switch']}
            label={t('departments-now')}
            title={t('departments-now-hint')}
            checked={value.departments === 'now'}
            onChange={(event) => onChange({ departments: event.currentTarget.checked ? 'now' : undefined })}
          />
        )}
      </div>
      {has('where') && <TicketChips value={value.where} onChange={(where) => onChange({ where })} />}
    </>
  );
}

type ChoiceProps = {
  label: string;
  options: readonly { id: number; name: string }[] | undefined;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
};

/** Selects one entry of a list, or all. */
function Choice({ label, options = [], value, onChange }: ChoiceProps) {
  const chosen = value === undefined ? null : String(value);
  const data = options.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <PickOne
      label={label}
      // A value that is no longer in the list still filters, so it stays selectable.
      data={
        chosen === null || data.some((one) => one.value === chosen)
          ? data
          : [...data, { value: chosen, label: `#${chosen}` }]
      }
      value={chosen}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  );
}

type PickProps = {
  label: string;
  data: { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
};

function PickOne(props: PickProps) {
  const { t } = useTranslation('shared/filters');
  return (
    <Select
      className={classes['select']}
      placeholder={t('any')}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('clear') }}
      nothingFoundMessage={t('not-found')}
      {...props}
    />
  );
}

/** Selects an agent; offers those who have left as well, if they worked in the period. */
function Person({ days, value, onChange }: Pick<Props, 'days'> & Pick<ChoiceProps, 'value' | 'onChange'>) {
  const { t } = useTranslation('shared/filters');
  const { data: people = [] } = useReportPeople(days);
  const options = people.map(({ id, name, is_left: isLeft }) => ({
    id,
    name: isLeft ? t('left', { name }) : name,
  }));
  return <Choice label={t('agent')} options={options} value={value} onChange={onChange} />;
}

type TextProps = { value: string | undefined; onChange: (value: string | undefined) => void };

function Outcome({ value, onChange }: TextProps) {
  const { t } = useTranslation(['shared/filters', 'phone']);
  return (
    <PickOne
      label={t('outcome')}
      data={AFTER_CALL_OUTCOMES.map((one) => ({ value: one, label: t(`phone:after.outcomes.${one}`) }))}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** The conditions on tickets offered here: fewer than for ticket lists, because period and agent have filters of their own. */
function useFigureKit() {
  const kit = useTicketKit();
  return useMemo(
    () => ({
      ...kit,
      names: kit.names.filter(
        (name) => name.startsWith('field:') || TICKET_CONDITIONS.some((one) => one === name),
      ),
    }),
    [kit],
  );
}

const conditionsIn = (text: string | undefined): Condition[] =>
  text === undefined ? [] : (ticketConditions(text) ?? []);
const textOf = (conditions: readonly Condition[]): string | undefined =>
  conditions.length === 0 ? undefined : JSON.stringify(conditions);

function TicketFilter({ value, onChange }: TextProps) {
  const { t } = useTranslation('shared/filters');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('tickets')}
      </Button>
      {isOpen && (
        <TicketDialog
          value={value}
          onChange={(next) => {
            setOpen(false);
            onChange(next);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function TicketDialog({ value, onChange, onClose }: TextProps & { onClose: () => void }) {
  const { t } = useTranslation('shared/filters');
  return (
    <ConditionBuilder
      kit={useFigureKit()}
      conditions={conditionsIn(value)}
      words={{ title: t('tickets'), none: t('tickets-none'), apply: t('apply') }}
      onApply={(next) => onChange(textOf(next))}
      onClose={onClose}
    />
  );
}

function TicketChips({ value, onChange }: TextProps) {
  const kit = useFigureKit();
  const conditions = conditionsIn(value);
  if (conditions.length === 0) return null;
  return (
    <div className={classes['chips']}>
      <ConditionChips
        kit={kit}
        conditions={conditions}
        onChange={(next) => onChange(textOf(next))}
        onClear={() => onChange(undefined)}
      />
    </div>
  );
}
