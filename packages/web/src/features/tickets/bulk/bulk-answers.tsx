import { Button, Group, Stack, Text } from '@mantine/core';
import type { CustomField } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readDrafts, type AnswerDrafts } from '#shared/fields/answer-draft.ts';
import { AnswerFields } from '#shared/fields/answer-fields.tsx';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import { startBulk } from './api.ts';

type Props = {
  fields: readonly CustomField[];
  ticketIds: readonly number[];
  onClose: () => void;
  onStarted: (bulkId: number) => void;
};

const NOTHING = {};

/** Sets one answer on all tickets that lack it, then solves them; tickets that lack another one stay. */
export default function BulkAnswers({ fields, ticketIds, onClose, onStarted }: Props) {
  const { t } = useTranslation('tickets');
  const words = useErrorWords();
  const [drafts, setDrafts] = useState<AnswerDrafts>({});
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { changes, problems } = readDrafts({ fields, drafts, before: NOTHING });
  const isEmpty = Object.keys(changes).length === 0;
  const hasProblem = Object.keys(problems).length > 0;

  async function start(): Promise<void> {
    setTried(true);
    if (isEmpty || hasProblem) return;
    setBusy(true);
    try {
      onStarted(await startBulk({ action: 'solve', fields: changes }, { ids: ticketIds }));
    } catch (refusal) {
      toast(words(refusal), { kind: 'failed' });
      setBusy(false);
    }
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void start();
  }

  return (
    <Dialog title={t('bulk.giveTitle', { count: ticketIds.length })} onClose={onClose}>
      <form noValidate onSubmit={handleSubmit}>
        <Stack gap="md">
          <p style={{ margin: 0 }}>{t('bulk.giveHint')}</p>
          <AnswerFields
            fields={fields}
            answers={NOTHING}
            drafts={drafts}
            problems={isTried ? problems : NOTHING}
            isRequired={() => false}
            onChange={setDrafts}
            autoFocus
          />
          {isTried && isEmpty && !hasProblem && (
            <Text size="sm" c="var(--red)" role="alert">
              {t('bulk.giveNothing')}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('bulk.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('bulk.action.solve')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
