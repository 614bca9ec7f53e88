import { useSession } from '#shared/api/session.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconPlus, IconUserShield } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLevels } from './api.ts';
import { LevelEditor } from './level-editor.tsx';
import { LevelList } from './level-list.tsx';
import classes from './levels.module.css';
import { NewLevelDialog } from './new-level-dialog.tsx';

/** The list of roles, or the editor of one. */
export function LevelsPage() {
  const { t } = useTranslation('people/levels');
  const { can } = useSession();
  const { id } = useSearch({ from: '/shell/settings/users/levels' });
  const [isNew, setNew] = useState(false);
  const levels = useLevels();
  if (levels.isError) return <ErrorState isPage error={levels.error} onRetry={() => void levels.refetch()} />;
  if (!levels.data) return <Skeletons rows={8} height={44} />;
  const canEdit = can('USERS:EDIT');
  const chosen = levels.data.data.find((level) => level.id === id);
  if (chosen) return <LevelEditor key={chosen.id} level={chosen} levels={levels.data} canEdit={canEdit} />;
  return (
    <div className={classes['page']}>
      <PageTitle title={t('title')} note={t('hint')}>
        {canEdit && (
          <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setNew(true)}>
            {t('new')}
          </Button>
        )}
      </PageTitle>
      <div className={classes['scroll']}>
        {id === undefined ? (
          <LevelList levels={levels.data} canEdit={canEdit} />
        ) : (
          <EmptyState icon={IconUserShield} title={t('gone')} hint={t('gone-hint')}>
            <Button component={Link} to="/settings/users/levels" variant="default">
              {t('back')}
            </Button>
          </EmptyState>
        )}
      </div>
      {isNew && <NewLevelDialog levels={levels.data.data} onClose={() => setNew(false)} />}
    </div>
  );
}
