import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { PROVIDER_TRAITS, type MessagingAccount, type Reference } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountItem, healthKind } from '../account-kit/account-item.tsx';
import classes from '../widgets.module.css';
import { SimulatedHint } from './simulated-hint.tsx';

type Props = {
  accounts: readonly MessagingAccount[];
  departments: Reference['departments'];
  chosenId: number | undefined;
  addButton: ReactNode;
  onPick: () => void;
};

/** The list of messaging accounts with department and state. */
export function AccountList({ accounts, departments, chosenId, addButton, onPick }: Props) {
  const { t } = useTranslation('settings/accounts');
  const stateOf = (account: Pick<MessagingAccount, 'provider' | 'health'>) =>
    account.health.unprocessed
      ? { label: t('unprocessed.title'), kind: 'failing' as const }
      : { label: t(`health.${healthName(account)}`), kind: healthKind(account.health.state) };
  return (
    <>
      <PageTitle title={t('title')}>{addButton}</PageTitle>
      <SimulatedHint />
      <ul className={classes['list']}>
        {accounts.map(({ id, name, shown_address: shown, department_id: departmentId, ...account }) => (
          <AccountItem
            key={id}
            to="/configurasi/config_socmed"
            id={id}
            isChosen={id === chosenId}
            sign={<MediaGlyph media={account.media_id} />}
            name={name}
            line={
              <>
                <bdi>{shown}</bdi> · {departments.find((department) => department.id === departmentId)?.name}
              </>
            }
            state={stateOf(account)}
            onPick={onPick}
          />
        ))}
      </ul>
    </>
  );
}

/** An SMPP account that is starting is called "connecting", because we open its connection; others wait for a first webhook. */
const healthName = ({ provider, health }: Pick<MessagingAccount, 'provider' | 'health'>) =>
  PROVIDER_TRAITS[provider].isLine && health.state === 'starting' ? 'connecting' : health.state;
