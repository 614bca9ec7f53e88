import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import { TimeChoices } from '../snooze/time-choices.tsx';
import { startBulk, type BulkTarget } from './api.ts';

type Props = { count: number; target: BulkTarget; onClose: () => void; onStarted: (bulkId: number) => void };

/** Dialog to put the selected tickets away until a time. */
export default function SnoozeBulkDialog({ count, target, onClose, onStarted }: Props) {
  const { t } = useTranslation('tickets/commands');
  const { t: own } = useTranslation('tickets/snooze');
  const words = useErrorWords();
  const [busy, setBusy] = useState(false);

  async function snooze(until: string): Promise<void> {
    setBusy(true);
    try {
      onStarted(await startBulk({ action: 'snooze', until }, target));
    } catch (refusal) {
      toast(words(refusal), { kind: 'failed' });
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('snoozeTitle', { count })} onClose={onClose}>
      <Stack gap="sm">
        <TimeChoices label={own('title')} isBusy={busy} onPick={(at) => void snooze(at)} />
      </Stack>
    </Dialog>
  );
}
