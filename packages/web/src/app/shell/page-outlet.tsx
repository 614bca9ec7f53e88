import { useSession } from '#shared/api/session.ts';
import type { PermissionCode } from '#shared/api/permissions.ts';
import { MessageState } from '#shared/ui/states/message-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

/** Renders the page of this address, or the explanation why this person may not see it. */
export function PageOutlet() {
  const { t } = useTranslation('shell');
  const { can, level } = useSession();
  const permission = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission });
  if (permission && !can(permission as PermissionCode)) {
    return (
      <MessageState
        isPage
        icon={IconLock}
        title={t('forbidden.title')}
        hint={t('forbidden.hint', { level: level.name })}
      >
        <Button component={Link} to="/" variant="default">
          {t('forbidden.home')}
        </Button>
      </MessageState>
    );
  }
  return (
    <Suspense fallback={<Skeletons rows={10} height={44} />}>
      <Outlet />
    </Suspense>
  );
}
