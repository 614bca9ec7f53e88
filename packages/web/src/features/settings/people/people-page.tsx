import { PeopleNav } from '#shared/people-nav/people-nav.tsx';
import { useReference, useSession } from '#shared/api/session.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { SearchField } from '#shared/ui/layout/search-field.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';
import { usePeople } from './api.ts';
import { PeopleTable } from './people-table.tsx';
import classes from './people.module.css';
import { PersonDrawer } from './person-drawer.tsx';

/** Who works here, with what they know and how much is offered to them. */
export function PeoplePage() {
  const { t } = useTranslation('settings/people');
  const { can } = useSession();
  const navigate = useNavigate();
  const { id } = useSearch({ from: '/shell/settings/users' });
  const [wanted, setWanted] = useState('');
  const people = usePeople();
  const { data: reference } = useReference();
  if (people.isError) return <ErrorState isPage error={people.error} onRetry={() => void people.refetch()} />;
  if (!people.data || !reference) return <Skeletons rows={10} height={44} />;
  const word = wanted.trim().toLowerCase();
  const shown = people.data.filter(({ fullname, username }) =>
    `${fullname} ${username}`.toLowerCase().includes(word),
  );
  const chosen = people.data.find((person) => person.id === id);
  return (
    <div className={settings['page']}>
      <PageTitle title={t('title')} note={t('hint')} />
      <PeopleNav current="users" />
      <div className={settings['scroll']}>
        <div className={classes['search']}>
          <SearchField
            words={{ search: t('search'), clear: t('show-all') }}
            value={wanted}
            onChange={setWanted}
          />
        </div>
        {shown.length === 0 ? (
          <EmptyState icon={IconUserSearch} title={t('none')} hint={t('none-hint')}>
            <Button variant="default" onClick={() => setWanted('')}>
              {t('show-all')}
            </Button>
          </EmptyState>
        ) : (
          <PeopleTable people={shown} reference={reference} />
        )}
      </div>
      {chosen && (
        <PersonDrawer
          key={`${chosen.id} ${chosen.version}`}
          person={chosen}
          reference={reference}
          canEdit={can('USERS:EDIT')}
          onClose={() => void navigate({ to: '/settings/users', search: {} })}
        />
      )}
    </div>
  );
}
