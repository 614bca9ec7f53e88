import { useLineError } from '#shared/forms/use-line-error.ts';
import { call } from '#shared/api/call.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createApiKey, LIMITS, onOneLine } from '@trunkline/contract';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';
import { keysChanged } from './api.ts';
import classes from './integrations.module.css';
import { SecretShown } from './secret-shown.tsx';

const DAY_MS = 86_400_000;
/** In days; 0 means that the key does not expire. */
const LIFETIMES = [30, 90, 365, 0] as const;

/** Creates an API key with chosen permissions, and shows it once. */
export function KeyDrawer({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('settings/integrations');
  const lineError = useLineError();
  const formId = useId();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [days, setDays] = useState<number>(365);
  const create = useMutation({
    mutationFn: () =>
      call(createApiKey, {
        body: {
          name,
          codes: [...chosen],
          expires_at: days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
        },
      }),
    onSuccess: () => keysChanged(),
  });
  const isPossible = onOneLine(name) !== '' && chosen.length > 0;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isPossible) create.mutate();
  }

  if (create.isSuccess)
    return (
      <Drawer
        opened
        onClose={onClose}
        title={create.data.data.name}
        footer={<Button onClick={onClose}>{t('done')}</Button>}
      >
        <div className={settings['fields']}>
          <SecretShown label={t('keys.key')} hint={t('keys.once')} value={create.data.token} />
          <p className={settings['dim']}>{t('keys.use')}</p>
        </div>
      </Drawer>
    );
  return (
    <Drawer
      opened
      onClose={onClose}
      width={560}
      title={t('keys.new')}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={create.isPending} disabled={!isPossible}>
            {t('keys.create')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} className={settings['fields']} noValidate>
        {create.isError && <Notice kind="failed">{t('failed')}</Notice>}
        <TextInput
          label={t('name')}
          description={t('keys.name-hint')}
          value={name}
          error={lineError(name)}
          maxLength={LIMITS.name}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t('keys.lifetime')}
          value={String(days)}
          allowDeselect={false}
          data={LIFETIMES.map((value) => ({
            value: String(value),
            label: value === 0 ? t('keys.forever') : t('keys.days', { count: value }),
          }))}
          onChange={(value) => setDays(Number(value))}
        />
        <div role="group" aria-label={t('keys.may')}>
          <p className={settings['label']}>{t('keys.may')}</p>
          <p className={settings['dim']}>{t('keys.may-hint')}</p>
          <CodeChoices codes={codes} chosen={chosen} onChange={setChosen} />
        </div>
      </form>
    </Drawer>
  );
}

type ChoicesProps = {
  codes: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

function CodeChoices({ codes, chosen, onChange }: ChoicesProps) {
  const { t } = useTranslation('settings/integrations');
  // Modules have the names of the menu.
  const { t: shell } = useTranslation('shell');
  const modules = [...new Set(codes.map((code) => partsOf(code).module))];
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code]);
  return modules.map((module) => (
    <fieldset key={module} className={classes['module']}>
      <legend>{shell(`page.${module}`, { defaultValue: module })}</legend>
      <div className={classes['choices']}>
        {codes
          .filter((code) => partsOf(code).module === module)
          .map((code) => (
            <Checkbox
              key={code}
              label={t(`activity.${partsOf(code).activity}`, { defaultValue: code })}
              title={code}
              checked={chosen.includes(code)}
              onChange={() => toggle(code)}
            />
          ))}
      </div>
    </fieldset>
  ));
}

function partsOf(code: string): { module: string; activity: string } {
  const [module = '', activity = ''] = code.split(':');
  return { module, activity };
}
