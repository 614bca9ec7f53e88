import { Button, Stack } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createTicket, type Ticket } from '@trunkline/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { showTicket } from '../api.ts';
import { useErrorWords } from '../error-words.ts';
import { newClientKey } from '../outbox/outbox-store.ts';
import { bodyOf, type CreateErrors, emptyForm, missingIn } from './create-form.ts';
import { CreateFields } from './create-fields.tsx';
import { CustomerPicker } from './customer-picker.tsx';

type Props = { opened: boolean; onClose: () => void; onCreated: (ticket: Ticket) => void };

/** Form for a ticket that is created by hand. Its draft survives closing the drawer. */
export function CreateTicket({ opened, onClose, onCreated }: Props) {
  const { t } = useTranslation('tickets');
  const { user, can } = useSession();
  // The author is the default assignee.
  const blank = () =>
    emptyForm(newClientKey(), {
      departmentId: user.department_ids[0],
      assigneeId: can('TICKETS:ASSIGN') ? user.id : undefined,
    });
  const words = useErrorWords();
  const customFields = useCustomFields('ticket');
  const [form, setForm] = useState(blank);
  const [errors, setErrors] = useState<CreateErrors>({});
  const [busy, setBusy] = useState(false);
  const id = useId();

  function change(part: Partial<typeof form>): void {
    setForm((before) => ({ ...before, ...part }));
    const fixed = Object.keys(part);
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !fixed.includes(name))),
    );
  }

  async function handleSubmit(): Promise<void> {
    const missing = missingIn(form, customFields);
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      // The client key stays the same for every attempt, so that a lost answer does not create a second ticket.
      const { data } = await call(createTicket, { body: bodyOf(form, customFields) });
      showTicket(data);
      setForm(blank());
      toast(t('done.created', { number: data.number }));
      onClose();
      onCreated(data);
    } catch (error) {
      toast(words(error), { kind: 'failed' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('create.title')}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" form={id} loading={busy}>
            {t('create.submit')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void handleSubmit();
        }}
      >
        <Stack gap="md">
          {can('TICKETS:REPLY') && (
            <Button
              variant="default"
              component={Link}
              to="/tickets/write"
              leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
            >
              {t('newMail.instead')}
            </Button>
          )}
          <CustomerPicker
            value={form.customer}
            error={errors.customer && t(errors.customer)}
            onChange={(customer) => change({ customer })}
          />
          <CreateFields form={form} errors={errors} onChange={change} />
        </Stack>
      </form>
    </Drawer>
  );
}
