import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SetupState } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** A notice on other pages that the setup of the workspace is not finished, with a link to it. */
export function SetupNotice({ setup: { items } }: { setup: Pick<SetupState, 'items'> }) {
  const { t } = useTranslation('first-run');
  const done = items.filter(({ is_done: isDone, is_dismissed: isDismissed }) => isDone || isDismissed);
  return (
    <Notice
      actions={
        <Button component={Link} to="/settings/setup" size="xs">
          {t('checklist.open-page')}
        </Button>
      }
    >
      {t('checklist.not-done', { done: done.length, all: items.length })}
    </Notice>
  );
}
