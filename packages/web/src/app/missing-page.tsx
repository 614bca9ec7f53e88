import { MessageState } from '#shared/ui/states/message-state.tsx';
import { usePageTitle } from '#shared/ui/layout/page-title.tsx';
import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Shown for an address that belongs to no page. */
export function MissingPage() {
  const { t } = useTranslation('shell');
  usePageTitle(t('missing.title'));
  return (
    <MessageState isPage icon={IconMapQuestion} title={t('missing.title')} hint={t('missing.hint')}>
      <Button component={Link} to="/" variant="default">
        {t('missing.home')}
      </Button>
    </MessageState>
  );
}
