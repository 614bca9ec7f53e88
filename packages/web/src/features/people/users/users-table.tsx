import { exactTime, number, relativeTime } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PeopleSearch } from '#shared/lib/search/people-search.ts';
import type { Person, Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { nextSort, USER_SORTS, type UserSort, type UsersView } from './users-view.ts';
import classes from './users.module.css';

type Props = {
  people: readonly Person[];
  reference: Reference;
  view: UsersView;
  search: PeopleSearch;
  onSort: (next: ReturnType<typeof nextSort>) => void;
};

const COLUMNS = ['name', 'level', 'departments', 'skills', 'capacity', 'extension', 'seen', 'state'] as const;
type Column = (typeof COLUMNS)[number];

const sortOfColumn = (column: Column): UserSort | undefined => USER_SORTS.find((sort) => sort === column);

/** The users as a table; a name opens the form. */
export function UsersTable({ people, reference, view, search, onSort }: Props) {
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <Head key={column} column={column} view={view} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row key={person.id} person={person} reference={reference} search={search} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ column, view, onSort }: { column: Column } & Pick<Props, 'view' | 'onSort'>) {
  const { t } = useTranslation('people/users');
  const sort = sortOfColumn(column);
  const isSorted = sort !== undefined && sort === view.sort;
  const direction = view.direction === 'asc' ? 'ascending' : 'descending';
  const Sign = view.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" {...(sort && { 'aria-sort': isSorted ? direction : 'none' })}>
      {sort ? (
        <button type="button" onClick={() => onSort(nextSort(view, sort))}>
          {t(`column.${column}`)}
          {isSorted && <Sign size={14} stroke={1.75} aria-hidden />}
        </button>
      ) : (
        t(`column.${column}`)
      )}
    </th>
  );
}

type RowProps = Pick<Props, 'reference' | 'search'> & { person: Person };

function Row({ person, reference, search }: RowProps) {
  const { t } = useTranslation('people/users');
  const now = useNow(60_000);
  const namesOf = (ids: readonly number[]) =>
    reference.departments.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');
  const skills = reference.skills
    .flatMap(({ id, name: skill }) => {
      const own = person.skills.find((each) => each.skill_id === id);
      return own ? [t('skill', { skill, proficiency: t(`proficiency.${own.proficiency}`) })] : [];
    })
    .join(', ');
  const { last_seen_at: seen } = person;
  const cell = (column: Column, text: string, title?: string) => (
    <td data-label={t(`column.${column}`)} data-empty={text === '' || undefined} title={title}>
      {text}
    </td>
  );
  return (
    <tr data-left={!person.is_active || undefined} data-open={person.id === search.id || undefined}>
      <th scope="row">
        <Link
          to="/settings/users"
          search={{ ...search, id: person.id }}
          className={classes['who']}
          data-user={person.id}
        >
          <Avatar name={person.fullname} size={28} />
          <span className={classes['names']}>
            <bdi>{person.fullname}</bdi>
            <span>{person.username}</span>
          </span>
        </Link>
      </th>
      {cell('level', person.level)}
      {cell('departments', namesOf(person.department_ids))}
      {cell('skills', skills)}
      {cell('capacity', number(person.chat_capacity))}
      {cell('extension', person.extension)}
      {cell('seen', seen ? relativeTime(seen, now) : '', seen ? exactTime(seen) : undefined)}
      <td data-label={t('column.state')}>
        <UserState person={person} />
      </td>
    </tr>
  );
}

/** Whether a user is active and can sign in. */
export function UserState({ person }: { person: Pick<Person, 'is_active' | 'sign_in'> }) {
  const { t } = useTranslation('people/users');
  const state = person.is_active ? person.sign_in : 'inactive';
  return (
    <span className={classes['state']} data-state={state}>
      {t(`state.${state}`)}
    </span>
  );
}
