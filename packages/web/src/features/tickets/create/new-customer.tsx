import { Button, Group, Stack, TextInput } from '@mantine/core';
import { onOneLine, createCustomer, type Customer, LIMITS } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#shared/api/call.ts';
import { readDrafts, type AnswerDrafts, type AnswerProblems } from '#shared/fields/answer-draft.ts';
import { AnswerFields } from '#shared/fields/answer-fields.tsx';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import classes from './create-ticket.module.css';

type Props = { name: string; onCancel: () => void; onDone: (customer: Customer) => void };
type Fields = { name: string; email: string; phone: string };
type Errors = Partial<Record<keyof Fields, string>>;

/** Form for a new customer: a name is enough, an address helps to recognise them. */
export function NewCustomer({ name, onCancel, onDone }: Props) {
  const { t } = useTranslation('tickets');
  const words = useErrorWords();
  const [fields, setFields] = useState<Fields>(() => firstFields(name));
  const [errors, setErrors] = useState<Errors>({});
  const [drafts, setDrafts] = useState<AnswerDrafts>({});
  const [problems, setProblems] = useState<AnswerProblems>({});
  const [busy, setBusy] = useState(false);
  // Required custom fields only; the others can be filled in on the customer's profile.
  const asked = useCustomFields('customer').filter(({ required }) => required === 'create');

  async function handleAdd(): Promise<void> {
    const wrong: Errors = {
      ...(onOneLine(fields.name) === '' && { name: t('create.needName') }),
      ...(fields.email.trim() !== '' &&
        !/^\S+@\S+\.\S+$/.test(fields.email.trim()) && { email: t('create.badEmail') }),
    };
    const read = readDrafts({ fields: asked, drafts, before: {}, when: 'create' });
    setErrors(wrong);
    setProblems(read.problems);
    if (Object.keys({ ...wrong, ...read.problems }).length > 0) return;
    setBusy(true);
    try {
      const { data } = await call(createCustomer, {
        body: { name: onOneLine(fields.name), identities: identitiesOf(fields), fields: read.changes },
      });
      toast(t('done.customerCreated', { name: data.name }));
      onDone(data);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'duplicate') setErrors(ownerError(error));
      else toast(words(error), { kind: 'failed' });
    } finally {
      setBusy(false);
    }
  }

  function ownerError(error: ApiError): Errors {
    const details = error.details as { value?: string; customer?: { name?: string } } | undefined;
    const owner = details?.customer?.name;
    const sentence = owner ? t('create.exists', { name: owner }) : t('create.existsUnknown');
    return details?.value?.includes('@') ? { email: sentence } : { phone: sentence };
  }

  const set = (part: Partial<Fields>) => setFields({ ...fields, ...part });
  return (
    <fieldset className={classes['new']}>
      <legend>{t('create.newCustomer')}</legend>
      <Stack gap="sm">
        <TextInput
          label={t('create.name')}
          required
          maxLength={LIMITS.name}
          error={errors.name}
          value={fields.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          ref={(node) => {
            if (node && fields.name === '' && document.activeElement === document.body) node.focus();
          }}
        />
        <TextInput
          label={t('create.email')}
          type="email"
          maxLength={LIMITS.identity}
          error={errors.email}
          value={fields.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <TextInput
          label={t('create.phone')}
          type="tel"
          maxLength={LIMITS.identity}
          error={errors.phone}
          value={fields.phone}
          onChange={(event) => set({ phone: event.currentTarget.value })}
        />
        <AnswerFields
          fields={asked}
          answers={{}}
          drafts={drafts}
          problems={problems}
          isRequired={() => true}
          onChange={setDrafts}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('create.cancel')}
          </Button>
          <Button variant="light" loading={busy} onClick={() => void handleAdd()}>
            {t('create.addCustomer')}
          </Button>
        </Group>
      </Stack>
    </fieldset>
  );
}

/** The search text may be a name, an e-mail address or a number. */
function firstFields(typed: string): Fields {
  if (typed.includes('@')) return { name: '', email: typed, phone: '' };
  if (/^[+\d][\d\s()-]{5,}$/.test(typed)) return { name: '', email: '', phone: typed };
  return { name: typed, email: '', phone: '' };
}

function identitiesOf({ email, phone }: Fields): { kind: 'email' | 'phone'; value: string }[] {
  return [
    ...(email.trim() ? [{ kind: 'email' as const, value: email.trim() }] : []),
    ...(phone.trim() ? [{ kind: 'phone' as const, value: phone.trim() }] : []),
  ];
}
