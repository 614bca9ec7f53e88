import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconLock,
  IconMapQuestion,
  IconPlugConnectedX,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorCode, reasonWords, type ApiErrorCode } from '#shared/api/api-error.ts';
import { MessageState } from './message-state.tsx';

type Kind = 'offline' | 'forbidden' | 'missing' | 'failed';

const ICONS: Record<Kind, Icon> = {
  offline: IconPlugConnectedX,
  forbidden: IconLock,
  missing: IconMapQuestion,
  failed: IconAlertTriangle,
};

function kindOf(code: ApiErrorCode): Kind {
  if (code === 'offline' || code === 'unavailable') return 'offline';
  if (code === 'forbidden') return 'forbidden';
  return code === 'not_found' ? 'missing' : 'failed';
}

/** Shows an error in words by its code, with a button to try again. */
export function ErrorState({
  error,
  onRetry,
  isPage = false,
}: {
  error: unknown;
  onRetry?: () => void;
  isPage?: boolean;
}) {
  const { t } = useTranslation('shared');
  const kind = kindOf(errorCode(error));
  const canRetry = onRetry && kind !== 'forbidden';
  return (
    <MessageState
      icon={ICONS[kind]}
      title={t(`failed.${kind}.title`)}
      hint={reasonWords(error) ?? t(`failed.${kind}.hint`)}
      alert
      isPage={isPage}
    >
      {canRetry && (
        <Button variant="default" onClick={onRetry}>
          {t('try-again')}
        </Button>
      )}
    </MessageState>
  );
}
