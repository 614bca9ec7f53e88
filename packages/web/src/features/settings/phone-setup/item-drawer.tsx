import { errorCode } from '#shared/api/api-error.ts';
import { useLanguage } from '#shared/lib/language.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  onOneLine,
  LIMITS,
  type PhoneSetupItem,
  type PhoneItemKind,
  type TypedPhoneItem,
} from '@trunkline/contract';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';
import { removeItem, saveItem } from './api.ts';
import { ItemFields } from './fields/item-fields.tsx';
import { bodyOf, formOf, newItemForm, problemsOf } from './item-form.ts';
import classes from './phone-setup.module.css';

type Props = {
  gatewayId: number;
  kind: PhoneItemKind;
  /** Undefined for a new item. */
  item: PhoneSetupItem | undefined;
  items: readonly PhoneSetupItem[];
  canEdit: boolean;
  onClose: () => void;
};

const REFUSALS = ['duplicate', 'in_use', 'invalid_reference', 'not_found', 'offline', 'too_large'] as const;
const refusalOf = (error: unknown) =>
  REFUSALS.find((code) => code === errorCode(error)) ?? ('failed' as const);

/** The form to view, change or delete one item of the telephone set-up. */
export function ItemDrawer({ gatewayId, kind, item, items, canEdit, onClose }: Props) {
  const { t } = useTranslation('settings/phone-setup');
  const language = useLanguage();
  const formId = useId();
  const [form, setForm] = useState<TypedPhoneItem>(() => (item ? formOf(item) : newItemForm(kind, language)));
  const [isTried, setTried] = useState(false);
  const problems = problemsOf(form, item === undefined);
  const save = useMutation({
    mutationFn: () => saveItem(gatewayId, item, bodyOf(form)),
    onSuccess() {
      toast(t('saved', { name: onOneLine(form.name) }));
      onClose();
    },
  });
  const remove = useMutation({
    mutationFn: (id: number) => removeItem(gatewayId, id),
    onSuccess() {
      toast(t('removed', { name: onOneLine(form.name) }));
      onClose();
    },
  });
  const error = save.error ?? remove.error;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    remove.reset();
    if (problems.size === 0) save.mutate();
  }

  const shown = isTried ? problems : NONE;
  return (
    <Drawer
      opened
      onClose={onClose}
      width={560}
      title={item ? item.name : t(`new.${kind}`)}
      footer={
        <>
          {canEdit && item && (
            <Button
              variant="default"
              className={classes['remove']}
              loading={remove.isPending}
              onClick={() => remove.mutate(item.id)}
            >
              {t('remove')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t(canEdit ? 'cancel' : 'close')}
          </Button>
          {canEdit && (
            <Button type="submit" form={formId} loading={save.isPending}>
              {t('save')}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} noValidate>
        <fieldset disabled={!canEdit} className={classes['form']}>
          {error && <Notice kind="failed">{t(`refusal.${refusalOf(error)}`)}</Notice>}
          {shown.size > 0 && <Notice kind="failed">{t('refusal.invalid')}</Notice>}
          <div className={settings['fields']}>
            <TextInput
              label={t('name')}
              value={form.name}
              maxLength={LIMITS.name}
              data-autofocus
              error={shown.has('name') && t('needed')}
              onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
            />
            <ItemFields form={form} item={item} items={items} problems={shown} change={setForm} />
          </div>
        </fieldset>
      </form>
    </Drawer>
  );
}

const NONE: ReadonlySet<string> = new Set();
