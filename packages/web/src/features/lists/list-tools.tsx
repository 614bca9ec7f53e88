import { useReference } from '#shared/api/session.ts';
import { buildUrl } from '#shared/api/build-url.ts';
import type { ListSearch } from '#shared/lib/search/list-search.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { ExportItem } from '#shared/table/export-item.tsx';
import { ActionIcon, Menu, SegmentedControl, Select } from '@mantine/core';
import { IconCalendarDown, IconDots, IconHistory, IconRobot, IconUpload } from '@tabler/icons-react';
import { LIST_STATUSES, sortableFields, type SettingsList } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { queryOf } from './api.ts';
import type { ListView } from './list-view.ts';
import classes from './lists.module.css';
import { choicesOf } from './use-value-words.ts';

type Props = {
  list: SettingsList;
  view: ListView;
  canEdit: boolean;
  onChange: (patch: { [K in keyof ListSearch]: ListSearch[K] | undefined }) => void;
  onHistory: () => void;
  onImport: () => void;
  /** Present where rows run by themselves, as automation rules do. */
  onRuns: (() => void) | undefined;
  /** Present where rows can be imported from a calendar. */
  onCalendar: (() => void) | undefined;
};

/** Search, filters and the actions of the list as a whole. */
export function ListTools({ list, view, canEdit, onChange, onHistory, onImport, onRuns, onCalendar }: Props) {
  const { t } = useTranslation('lists');
  const narrow = useNarrow();
  const { endpoints } = list;
  return (
    <div className={classes['tools']}>
      <SegmentedControl
        size="xs"
        aria-label={t('status')}
        value={view.status}
        data={LIST_STATUSES.map((value) => ({ value, label: t(`show.${value}`) }))}
        onChange={(status) => onChange({ status: status === 'all' ? undefined : status })}
      />
      <WithinField list={list} view={view} onChange={(within) => onChange({ within })} />
      {narrow && <SortField list={list} view={view} onChange={onChange} />}
      {!narrow && view.sort !== 'position' && (
        <button
          type="button"
          className={classes['own-order']}
          onClick={() => onChange({ sort: undefined, direction: undefined })}
        >
          {t('own-order')}
        </button>
      )}
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('more')} className={classes['more'] ?? ''}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onRuns && (
            <Menu.Item leftSection={<IconRobot size={16} stroke={1.75} aria-hidden />} onClick={onRuns}>
              {t('runs')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />} onClick={onHistory}>
            {t('history.title')}
          </Menu.Item>
          <ExportItem href={buildUrl(endpoints.export.path, {}, queryOf(view))} />
          {canEdit && (
            <Menu.Item leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />} onClick={onImport}>
              {t('import.title')}
            </Menu.Item>
          )}
          {canEdit && onCalendar && (
            <Menu.Item
              leftSection={<IconCalendarDown size={16} stroke={1.75} aria-hidden />}
              onClick={onCalendar}
            >
              {t('calendar.title')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function WithinField({
  list,
  view,
  onChange,
}: Pick<Props, 'list' | 'view'> & { onChange: (within: number | undefined) => void }) {
  const { t } = useTranslation('lists');
  const { data: reference } = useReference();
  const field = list.within ? list.fields[list.within] : undefined;
  if (!field || !list.within) return null;
  const label = t(`field.${list.within}`);
  return (
    <Select
      size="xs"
      className={classes['within']}
      aria-label={label}
      placeholder={label}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('any') }}
      nothingFoundMessage={t('not-found')}
      data={choicesOf(field, reference).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={view.within === undefined ? null : String(view.within)}
      onChange={(value) => onChange(value ? Number(value) : undefined)}
    />
  );
}

/** Chooses the sort order on phones, where there are no column heads. */
function SortField({ list, view, onChange }: Pick<Props, 'list' | 'view' | 'onChange'>) {
  const { t } = useTranslation('lists');
  const columns = sortableFields(list.fields).map((name) => ({ value: name, label: t(`field.${name}`) }));
  return (
    <Select
      size="xs"
      className={classes['within']}
      aria-label={t('sort-by')}
      data={[{ value: 'position', label: t('in-order') }, ...columns]}
      value={view.sort}
      onChange={(sort) =>
        onChange({ sort: sort === 'position' ? undefined : (sort ?? undefined), direction: undefined })
      }
    />
  );
}
