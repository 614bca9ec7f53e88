import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import type { Mailbox, Reference } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountItem, healthKind } from '../account-kit/account-item.tsx';
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
          <AccountItem
            key={id}
            to="/configurasi/config"
            id={id}
            isChosen={id === chosenId}
            name={name}
            line={
              <>
                <bdi>{address}</bdi> ·{' '}
                {departments.find((department) => department.id === departmentId)?.name}
              </>
            }
            state={{ label: t(`mailbox.health.${health.state}`), kind: healthKind(health.state) }}
            onPick={onPick}
          />
        ))}
      </ul>
    </>
  );
}
