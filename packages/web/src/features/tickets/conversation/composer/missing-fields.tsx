import { Button, Group, Stack } from '@mantine/core';
import { isFieldOfTicket, missingFields } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readDrafts, type AnswerDrafts } from '#shared/fields/answer-draft.ts';
import { AnswerFields } from '#shared/fields/answer-fields.tsx';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import type { UnansweredFields } from '#features/tickets/outbox/ticket-attempts.ts';

/** Number of fields that fit every window without scrolling. */
const SHORT = 3;

/** Form of the fields that are required to solve the ticket, then solves it. */
export default function MissingFields({ asked }: { asked: UnansweredFields }) {
  const { t } = useTranslation('tickets');
  const { detail, actions } = useOpenTicket();
  const { ticket } = detail;
  const [drafts, setDrafts] = useState<AnswerDrafts>({});
  const [isTried, setTried] = useState(false);
  // Fields that become required meanwhile are added; fields that a colleague has filled in stay visible.
  const all = useCustomFields('ticket').filter((field) => isFieldOfTicket(field, ticket));
  const due = missingFields(all, ticket.fields, 'solve');
  const fields = all.filter((field) => asked.includes(field.id) || due.includes(field));
  const { changes, problems } = readDrafts({ fields, drafts, before: ticket.fields, when: 'solve' });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0) void actions.solveWith(changes);
  }

  return (
    <Dialog title={t('fields.title')} onClose={actions.leaveUnsolved} isShort={fields.length <= SHORT}>
      <form noValidate onSubmit={handleSubmit}>
        <Stack gap="md">
          <p style={{ margin: 0 }}>{t('fields.hint')}</p>
          <AnswerFields
            fields={fields}
            answers={ticket.fields}
            drafts={drafts}
            problems={isTried ? problems : {}}
            isRequired={() => true}
            onChange={setDrafts}
            autoFocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={actions.leaveUnsolved}>
              {t('fields.cancel')}
            </Button>
            <Button type="submit" loading={actions.busy}>
              {t('fields.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
