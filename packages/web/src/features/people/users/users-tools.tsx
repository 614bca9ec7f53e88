import { useNarrow } from '#shared/lib/use-narrow.ts';
import type { PeopleSearch } from '#shared/lib/search/people-search.ts';
import { SegmentedControl, Select } from '@mantine/core';
import type { Level, Reference } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { USER_SORTS, USER_STATUSES, type UsersView } from './users-view.ts';
import classes from './users.module.css';

type Patch = { [K in keyof PeopleSearch]: PeopleSearch[K] | undefined };
type Props = {
  view: UsersView;
  levels: readonly Level[];
  reference: Reference;
  onChange: (patch: Patch) => void;
  children?: ReactNode;
};

/** Search, filters and the actions of the list as a whole. */
export function UsersTools({ view, levels, reference, onChange, children }: Props) {
  const { t } = useTranslation('people/users');
  const narrow = useNarrow();
  const choose = (name: 'level' | 'department', options: readonly { id: number; name: string }[]) => (
    <Select
      size="xs"
      className={classes['select'] ?? ''}
      aria-label={t(`filter.${name}`)}
      placeholder={t(`filter.${name}`)}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('any') }}
      nothingFoundMessage={t('not-found')}
      data={options.map((one) => ({ value: String(one.id), label: one.name }))}
      value={view[name] === undefined ? null : String(view[name])}
      onChange={(value) => onChange({ [name]: value ? Number(value) : undefined })}
    />
  );
  return (
    <div className={classes['tools']}>
      <SegmentedControl
        size="xs"
        aria-label={t('filter.status')}
        value={view.status}
        data={USER_STATUSES.map((value) => ({ value, label: t(`show.${value}`) }))}
        onChange={(status) => onChange({ status: status === 'all' ? undefined : status })}
      />
      {choose('level', levels)}
      {choose('department', reference.departments)}
      {narrow && (
        <Select
          size="xs"
          className={classes['select'] ?? ''}
          aria-label={t('sort-by')}
          allowDeselect={false}
          data={USER_SORTS.map((value) => ({ value, label: t(`column.${value}`) }))}
          value={view.sort}
          onChange={(sort) => onChange({ sort: sort ?? undefined, direction: undefined })}
        />
      )}
      {children}
    </div>
  );
}
