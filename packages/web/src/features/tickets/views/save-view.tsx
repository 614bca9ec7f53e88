import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { onOneLine, LIMITS, type ViewSearch } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import { createView, useViews } from './api.ts';

/** Saves the current list as a view with a name. */
export default function SaveView({ search, onClose }: { search: ViewSearch; onClose: () => void }) {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const words = useErrorWords();
  const { data } = useViews();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [keepsColumns, setKeepsColumns] = useState(false);
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setTried(true);
    if (!onOneLine(name)) return;
    setBusy(true);
    const columns = keepsColumns ? (data?.settings.columns ?? null) : null;
    try {
      await createView({ name: onOneLine(name), is_shared: isShared, search, columns });
      toast(t('views.saved', { name: onOneLine(name) }));
      onClose();
    } catch (error) {
      toast(words(error), { kind: 'failed' });
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('views.saveTitle')} onClose={onClose} width={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('views.name')}
            data-autofocus
            maxLength={LIMITS.name}
            value={name}
            error={isTried && !onOneLine(name) ? t('views.needName') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {can('CONFIG_LIST_FIELD:EDIT') && (
            <Checkbox
              label={t('views.share')}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Checkbox
            label={t('views.keepColumns')}
            checked={keepsColumns}
            onChange={(event) => setKeepsColumns(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap={8} mt={8}>
            <Button variant="default" onClick={onClose}>
              {t('views.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('views.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
