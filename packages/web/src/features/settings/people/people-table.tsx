import { number } from '#shared/lib/format.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { Link } from '@tanstack/react-router';
import type { Person, Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './people.module.css';

type Props = { people: readonly Person[]; reference: Reference };

/** Everybody in one row each; a name opens what can be changed. */
export function PeopleTable({ people, reference }: Props) {
  const { t } = useTranslation('settings/people');
  const namesOf = (ids: readonly number[]) =>
    reference.departments.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');
  const skillsOf = ({ skills }: Person) =>
    reference.skills
      .flatMap(({ id, name: skill }) => {
        const own = skills.find((each) => each.skill_id === id);
        return own ? [t('skill', { skill, proficiency: t(`proficiency.${own.proficiency}`) })] : [];
      })
      .join(', ');
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          {(['name', 'departments', 'skills', 'capacity'] as const).map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id} data-left={!person.is_active || undefined}>
            <th scope="row">
              <Link to="/settings/users" search={{ id: person.id }} className={classes['who']}>
                <Avatar name={person.fullname} size={28} />
                <span className={classes['names']}>
                  <bdi>{person.fullname}</bdi>
                  <span>{person.is_active ? person.level : t('left')}</span>
                </span>
              </Link>
            </th>
            <td data-label={t('column.departments')}>{namesOf(person.department_ids) || t('nothing')}</td>
            <td data-label={t('column.skills')}>{skillsOf(person) || t('nothing')}</td>
            <td data-label={t('column.capacity')} data-column="capacity">
              {number(person.chat_capacity)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
