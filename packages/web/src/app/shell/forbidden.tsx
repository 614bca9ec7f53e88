import { useSession } from '#shared/api/session.ts';
import { MessageState } from '#shared/ui/states/message-state.tsx';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Shown instead of a page that the role of this person has no access to. */
export function Forbidden() {
  const { t } = useTranslation('shell');
  const { level } = useSession();
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
