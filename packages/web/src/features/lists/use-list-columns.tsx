import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots, IconGripVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { rowName, sortableFields, type List, type ListRow } from '@trunkline/contract';
import { lazy, Suspense, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { gridOf } from './list-head.tsx';
import classes from '../lists.module.css';
import type { ListActions } from '../use-list-actions.ts';
import { useValueWords } from '../use-value-words.ts';

const RuleSign = lazy(() =>
  import('../rules/rule-sign.tsx').then((module) => ({ default: module.RuleSign })),
);

type Props = {
  list: List;
  row: ListRow;
  index: number;
  top: number;
  isOpen: boolean;
  canOrder: boolean;
  /** Null where nothing may be changed. */
  isChosen: boolean | null;
  actions: ListActions;
  onHistory: (id: number) => void;
  /** Where rows do something by themselves. */
  onRuns: ((id: number) => void) | undefined;
  onChoose: () => void;
};

/** One row. The name is the link; it reaches over the row, below the handle, the tick and the menu. */
export function ListRowLine({
  list,
  row,
  index,
  top,
  isOpen,
  canOrder,
  isChosen,
  actions,
  onHistory,
  onRuns,
  onChoose,
}: Props) {
  const { t } = useTranslation('lists');
  const narrow = useNarrow();
  const words = useValueWords(list);
  const sortable = useSortable({ id: row.id, disabled: !canOrder });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    sortable;
  // A button says so by itself.
  const { role: _role, ...handle } = attributes;
  const name = rowName(row);
  const columns = sortableFields(list.fields).filter((field) => field !== 'name');
  // Where the row stands is `top`: while something is dragged, the library measures without transforms.
  const style: CSSProperties = {
    top,
    ...(narrow ? {} : gridOf(columns.length + 1)),
    ...(transform && { transform: `translateY(${transform.y}px)` }),
    ...(transition && { transition }),
  };
  return (
    <div
      ref={setNodeRef}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={`${classes['row']} ${classes['body']}`}
      data-open={isOpen || undefined}
      data-off={!row.is_active || undefined}
      data-dragged={isDragging || undefined}
      style={style}
    >
      <span role="cell" className={classes['grip']}>
        {canOrder && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...handle}
            {...listeners}
            aria-label={t('drag.handle', { name })}
          >
            <IconGripVertical size={16} stroke={1.75} aria-hidden />
          </button>
        )}
      </span>
      <span role="cell" className={classes['tick']}>
        {isChosen !== null && (
          <Checkbox size="xs" aria-label={t('choose', { name })} checked={isChosen} onChange={onChoose} />
        )}
      </span>
      <span role="cell" className={classes['who']}>
        <Link
          to="."
          search={(before: Record<string, unknown>) => ({ ...before, id: row.id })}
          className={classes['name']}
          preload={false}
        >
          <bdi>{name}</bdi>
        </Link>
        {narrow && (
          <span className={classes['dim']}>
            {columns
              .filter((field) => row.values[field] !== null && row.values[field] !== false)
              .map((field) =>
                row.values[field] === true ? t(`field.${field}`) : words(field, row.values[field] ?? null),
              )
              .join(' · ')}
          </span>
        )}
      </span>
      {!narrow &&
        columns.map((field) => (
          <span key={field} role="cell" className={classes['dim']}>
            {row.values[field] === null || row.values[field] === false
              ? ''
              : words(field, row.values[field] ?? null)}
          </span>
        ))}
      <span role="cell">
        <span className={classes['state']} data-on={row.is_active || undefined}>
          {t(row.is_active ? 'active' : 'inactive')}
        </span>
        {list.kind === 'automation' && (
          <Suspense>
            <RuleSign id={row.id} />
          </Suspense>
        )}
      </span>
      <span role="cell" className={classes['menu']}>
        <RowMenu {...{ row, name, actions, onHistory, onRuns }} canEdit={isChosen !== null} />
      </span>
    </div>
  );
}

type MenuProps = Pick<Props, 'row' | 'actions' | 'onHistory' | 'onRuns'> & { name: string; canEdit: boolean };

function RowMenu({ row, name, canEdit, actions, onHistory, onRuns }: MenuProps) {
  const { t } = useTranslation('lists');
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('row-menu', { name })}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onRuns && <Menu.Item onClick={() => onRuns(row.id)}>{t('row-runs')}</Menu.Item>}
        <Menu.Item onClick={() => onHistory(row.id)}>{t('row-history')}</Menu.Item>
        {canEdit && (
          <>
            <Menu.Item onClick={() => void actions.move(row, null)}>{t('to-top')}</Menu.Item>
            <Menu.Item onClick={() => void actions.setActive([row], !row.is_active)}>
              {t(row.is_active ? 'deactivate' : 'activate')}
            </Menu.Item>
          </>
        )}
        {canEdit && !row.is_used && (
          <Menu.Item color="red" onClick={() => void actions.remove(row)}>
            {t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
