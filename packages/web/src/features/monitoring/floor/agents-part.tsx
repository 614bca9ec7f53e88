import { Select, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { FloorAgent } from '@trunkline/contract';
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useReference } from '#shared/api/session.ts';
import { number } from '#shared/lib/format.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import {
  ACTIVITY_GROUPS,
  AGENT_SORTS,
  countGroups,
  inOrder,
  isChosen,
  type ActivityGroup,
  type AgentFilter,
  type AgentSort,
} from './agent-order.ts';
import { AgentRow } from './agent-row.tsx';
import classes from './floor.module.css';

type Props = {
  agents: readonly FloorAgent[];
  scroller: RefObject<HTMLDivElement | null>;
  /** Missing for users who may only view. */
  onOpen: ((id: number) => void) | undefined;
};
type Chosen = AgentFilter & { sort: AgentSort };

const ROW_PX = 44;
const NARROW_ROW_PX = 76;
const EVERYBODY: Chosen = { department: null, groups: [], name: '', sort: 'status' };

/** Reads the stored filters; the search for a name is not stored. */
function readChosen(stored: unknown): Chosen {
  const { department, groups, sort } = (stored ?? {}) as Partial<Chosen>;
  return {
    ...EVERYBODY,
    department: typeof department === 'number' ? department : null,
    groups: ACTIVITY_GROUPS.filter((group) => Array.isArray(groups) && groups.includes(group)),
    sort: AGENT_SORTS.find((one) => one === sort) ?? 'status',
  };
}

/** The agents whom the user may see, with their activity. */
export function AgentsPart({ agents, scroller, onOpen }: Props) {
  const { t } = useTranslation('monitoring/floor');
  const [chosen, setChosen] = useStored('monitoring.agents', readChosen);
  const rows = useMemo(
    () =>
      inOrder(
        agents.filter((agent) => isChosen(agent, chosen)),
        chosen.sort,
      ),
    [agents, chosen],
  );
  return (
    <section className={classes['part']} aria-label={t('agents.title')}>
      <h2>{t('agents.title')}</h2>
      <Tools agents={agents} chosen={chosen} onChange={(patch) => setChosen({ ...chosen, ...patch })} />
      {rows.length === 0 && (
        <p className={classes['quiet']}>{t(isUnfiltered(chosen) ? 'agents.offline' : 'agents.none')}</p>
      )}
      {rows.length > 0 && <AgentTable rows={rows} scroller={scroller} onOpen={onOpen} />}
    </section>
  );
}

/** Whether no filter is set; only offline agents are hidden then. */
const isUnfiltered = ({ groups, department, name }: Chosen): boolean =>
  groups.length === 0 && department === null && name.trim() === '';

type ToolProps = Pick<Props, 'agents'> & { chosen: Chosen; onChange: (patch: Partial<Chosen>) => void };

function Tools({ agents, chosen, onChange }: ToolProps) {
  const { t } = useTranslation('monitoring/floor');
  const { data: reference } = useReference();
  const inDepartment = agents.filter((agent) => isChosen(agent, { ...chosen, groups: ACTIVITY_GROUPS }));
  const counts = countGroups(inDepartment);
  const toggle = (group: ActivityGroup) =>
    onChange({
      groups: chosen.groups.includes(group)
        ? chosen.groups.filter((one) => one !== group)
        : [...chosen.groups, group],
    });
  return (
    <div className={classes['tools']} data-part>
      <div className={classes['groups']} role="group" aria-label={t('agents.activity')}>
        {ACTIVITY_GROUPS.map((group) => (
          <button
            key={group}
            type="button"
            aria-pressed={chosen.groups.includes(group)}
            onClick={() => toggle(group)}
          >
            <span className={classes['dot']} data-group={group} aria-hidden />
            {t(`group.${group}`)} {number(counts.get(group) ?? 0)}
          </button>
        ))}
      </div>
      <Select
        className={classes['field']}
        size="xs"
        aria-label={t('waiting.department')}
        placeholder={t('agents.all')}
        clearable
        clearButtonProps={{ 'aria-label': t('agents.all') }}
        data={(reference?.departments ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen.department === null ? null : String(chosen.department)}
        onChange={(value) => onChange({ department: value ? Number(value) : null })}
      />
      <TextInput
        className={classes['field']}
        size="xs"
        type="search"
        aria-label={t('agents.find')}
        placeholder={t('agents.find')}
        value={chosen.name}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <Select
        className={classes['field']}
        size="xs"
        aria-label={t('agents.order')}
        data={AGENT_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
        value={chosen.sort}
        allowDeselect={false}
        onChange={(value) => onChange({ sort: AGENT_SORTS.find((sort) => sort === value) ?? 'status' })}
      />
    </div>
  );
}

type TableProps = Pick<Props, 'scroller' | 'onOpen'> & { rows: readonly FloorAgent[] };

/** Renders only the visible rows, because there may be a thousand agents. */
function AgentTable({ rows, scroller, onOpen }: TableProps) {
  const { t } = useTranslation('monitoring/floor');
  const narrow = useNarrow();
  const list = useRef<HTMLDivElement>(null);
  const above = useAbove(list, scroller);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? NARROW_ROW_PX : ROW_PX),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    scrollMargin: above,
  });
  const limits = useBreakLimits();
  return (
    <div role="table" aria-label={t('agents.title')} aria-rowcount={rows.length}>
      <div role="row" className={classes['agent-head']}>
        {(['name', 'activity', 'time', 'load', 'unanswered'] as const).map((column) => (
          <span key={column} role="columnheader">
            {t(`column.${column}`)}
          </span>
        ))}
      </div>
      <div ref={list} role="rowgroup" className={classes['rows']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const agent = rows[index];
          return (
            agent && (
              <AgentRow
                key={key}
                agent={agent}
                limits={limits}
                top={start - above}
                height={size}
                onOpen={onOpen}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Returns the distance of the table from the top of the scrolling area, which changes with the content above it. */
function useAbove(list: RefObject<HTMLDivElement | null>, scroller: Props['scroller']): number {
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const [own, frame] = [list.current, scroller.current];
    if (!own || !frame) return undefined;
    const measure = () =>
      setAbove(own.getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop);
    const observer = new ResizeObserver(measure);
    for (const part of frame.querySelectorAll('[data-part]')) observer.observe(part);
    measure();
    return () => observer.disconnect();
  }, [list, scroller]);
  return above;
}

function useBreakLimits(): ReadonlyMap<number, number> {
  const { data: reference } = useReference();
  return useMemo(
    () =>
      new Map(
        (reference?.break_reasons ?? []).flatMap(({ id, limit_minutes: limit }) =>
          limit === null ? [] : [[id, limit] as const],
        ),
      ),
    [reference],
  );
}
