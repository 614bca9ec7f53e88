import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { Link } from '@tanstack/react-router';
import type { Mailbox, Reference } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../widgets.module.css';

type Props = {
  mailboxes: readonly Mailbox[];
  departments: Reference['departments'];
  chosenId: number | undefined;
  addButton: ReactNode;
  onPick: () => void;
};

/** The list of mailboxes with department and state. */
export function MailboxList({ mailboxes, departments, chosenId, addButton, onPick }: Props) {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageTitle title={t('mailbox.title')}>{addButton}</PageTitle>
      <ul className={classes['list']}>
        {mailboxes.map(({ id, name, address, department_id: departmentId, health }) => (
          <li key={id}>
            <Link
              to="/configurasi/config"
              search={{ id }}
              className={classes['item']}
              aria-current={id === chosenId || undefined}
              onClick={onPick}
            >
              <span className={classes['names']}>
                <strong>{name}</strong>
                <span>
                  <bdi>{address}</bdi> ·{' '}
                  {departments.find((department) => department.id === departmentId)?.name}
                </span>
              </span>
              <span
                className={classes['state']}
                data-on={health.state === 'ok' || undefined}
                data-failing={health.state === 'failing' || undefined}
              >
                {t(`mailbox.health.${health.state}`)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
