import { Select, Stack } from '@mantine/core';
import { UNDO_SEND_SECONDS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { TimeChoices } from '../snooze/time-choices.tsx';
import { saveSettings, useViews } from '../views/api.ts';

type Props = { isByEmail: boolean; onPick: (at: string) => void; onClose: () => void };

/** When the reply goes out, and how long every e-mail is held back so that sending can be undone. */
export default function SendLater({ isByEmail, onPick, onClose }: Props) {
  const { t } = useTranslation('tickets/scheduled');
  const held = useViews().data?.settings.undo_send_seconds;
  return (
    <Dialog title={t('title')} onClose={onClose} width={340}>
      <Stack gap="sm">
        <TimeChoices
          label={t('schedule')}
          isBusy={false}
          onPick={(at) => {
            onPick(at);
            onClose();
          }}
        />
        {isByEmail && held !== undefined && (
          <Select
            label={t('hold')}
            description={t('holdHint')}
            allowDeselect={false}
            data={UNDO_SEND_SECONDS.map((count) => ({
              value: String(count),
              label: count === 0 ? t('off') : t('seconds', { count }),
            }))}
            value={String(held)}
            onChange={(value) => {
              const seconds = UNDO_SEND_SECONDS.find((one) => String(one) === value);
              if (seconds !== undefined) void saveSettings({ undo_send_seconds: seconds });
            }}
          />
        )}
      </Stack>
    </Dialog>
  );
}
